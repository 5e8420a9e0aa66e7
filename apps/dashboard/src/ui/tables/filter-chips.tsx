import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { words } from '../../format';
import { Popover } from '../dialogs/popover';
import { TextLink } from '../links';
import classes from './filter-chips.module.css';
import { List, type ListProps } from './list';
import { drawn, type FilterInput, type Filters } from './use-filters';

/** Filters that one chip opens. */
export interface Chip {
  readonly label: string;
  readonly names: readonly string[];
}

interface Props extends Pick<FilterInput, 'search' | 'set'> {
  readonly filters: Filters;
  /** Each filter that none of them names, and that does not stand alone, has a chip of its own. */
  readonly chips?: readonly Chip[] | undefined;
  /** What stands in the row after the filters. */
  readonly children?: ReactNode;
}

const ICON = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

const NO_CHIPS: readonly Chip[] = [];

/** The filters of a list: a search field, and chips for the others, each of which says what it is set to. */
export function FilterChips({ filters, chips = NO_CHIPS, search, set, children }: Props) {
  const alone = Object.keys(filters).filter((name) => filters[name]?.isAlone);
  const isAnySet = Object.keys(filters).some((name) => search[name] !== undefined);
  return (
    <Group gap="xs" align="end" role="group" aria-label="Filters" className={classes['chips'] ?? ''}>
      {drawn(filters, alone, { search, set })}
      {[...chips, ...ownChips(filters, chips)].map(({ label, names }) => {
        const texts = textsOf(filters, names, search);
        const unset = names.map((name) => filters[name]?.unset).find((text) => text !== undefined);
        return (
          <span
            key={label}
            className={classes['chip']}
            data-set={texts.length > 0 || undefined}
            data-named={unset !== undefined || undefined}
          >
            <Popover
              className={classes['open']}
              label={
                <>
                  {texts.length === 0 && unset === undefined && <Plus {...ICON} />}
                  <span className={classes['label']}>{label}</span>
                  {texts.length === 0 && unset}
                  {texts.map(([name, text], index) => (
                    <Text key={name} span fz="inherit" fw={600} className={classes['text'] ?? ''}>
                      {text}
                      {index < texts.length - 1 && ','}
                    </Text>
                  ))}
                </>
              }
            >
              <Stack gap="sm">{drawn(filters, names, { search, set })}</Stack>
            </Popover>
            {texts.length > 0 && (
              <UnstyledButton
                className={classes['clear']}
                aria-label={`Clear the filter ${label}`}
                onClick={(event: MouseEvent<HTMLButtonElement>) => {
                  // This button goes with the filter.
                  event.currentTarget.parentElement?.querySelector('button')?.focus();
                  set(Object.fromEntries(names.map((name) => [name, undefined])));
                }}
              >
                <X {...ICON} />
              </UnstyledButton>
            )}
          </span>
        );
      })}
      {isAnySet && (
        <TextLink
          to="."
          search={{}}
          className={classes['all'] ?? ''}
          // This link goes with the filters.
          onClick={({ currentTarget }) => currentTarget.closest('[role=group]')?.querySelector('button')?.focus()}
        >
          Clear all
        </TextLink>
      )}
      {children}
    </Group>
  );
}

interface FilteredListProps<T, F extends Filters, S extends string>
  extends Omit<ListProps<T, F, S>, 'bar'>,
    Pick<Props, 'chips'> {
  readonly filters: F;
  /** What stands in the row after the filters. */
  readonly afterFilters?: ReactNode;
}

/** A list with its filters. A list without any is a `List`, so that its page does not load them. */
export const FilteredList = <T, F extends Filters, S extends string>({
  chips,
  afterFilters,
  ...list
}: FilteredListProps<T, F, S>) => (
  <List
    {...list}
    bar={(bar) => (
      <FilterChips filters={list.filters} chips={chips} {...bar}>
        {afterFilters}
      </FilterChips>
    )}
  />
);

/** A chip for each filter that stands neither alone nor behind the chip of a group. */
function ownChips(filters: Filters, groups: readonly Chip[]): readonly Chip[] {
  const grouped = new Set(groups.flatMap(({ names }) => names));
  return Object.entries(filters)
    .filter(([name, { draw, isAlone = false }]) => draw !== undefined && !isAlone && !grouped.has(name))
    .map(([name, { label = words(name) }]) => ({ label, names: [name] }));
}

/** What the set filters of a chip say. */
function textsOf(filters: Filters, names: readonly string[], search: FilterInput['search']) {
  return names.flatMap((name): (readonly [string, ReactNode])[] => {
    const [filter, text] = [filters[name], search[name]];
    if (!filter || text === undefined) return [];
    const isUsable = (filter.fault?.(text, search) ?? null) === null;
    return [[name, filter.show && isUsable ? filter.show(text) : text]];
  });
}
