import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { Fragment, type MouseEvent, type ReactNode } from 'react';
import { Popover } from '../dialogs/popover';
import { TextLink } from '../links';
import classes from './filter-chips.module.css';
import type { FilterInput, Filters } from './use-filters';

/** Filters that one chip opens. */
export interface Chip {
  readonly label: string;
  readonly names: readonly string[];
}

interface Props extends Pick<FilterInput, 'search' | 'set'> {
  readonly filters: Filters;
  readonly chips: readonly Chip[];
  /** What stands in the row after the filters. */
  readonly children?: ReactNode;
}

const ICON = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The filters of a list that has many: a search field, and a chip for each group of the others, which says what it is set to. */
export function FilterChips({ filters, chips, search, set, children }: Props) {
  const drawn = (names: readonly string[]): ReactNode =>
    names.map((name) => (
      <Fragment key={name}>
        {filters[name]?.draw?.({ value: search[name], change: (value) => set({ [name]: value }), search, set })}
      </Fragment>
    ));
  const grouped = new Set(chips.flatMap(({ names }) => names));
  const alone = Object.keys(filters).filter((name) => !grouped.has(name));
  const isAnySet = Object.keys(filters).some((name) => search[name] !== undefined);
  return (
    <Group gap="xs" align="end" role="group" aria-label="Filters" className={classes['chips'] ?? ''}>
      {drawn(alone)}
      {chips.map(({ label, names }) => {
        const texts = textsOf(filters, names, search);
        return (
          <span key={label} className={classes['chip']} data-set={texts.length > 0 || undefined}>
            <Popover
              className={classes['open']}
              label={
                <>
                  {texts.length === 0 && <Plus {...ICON} />}
                  <span className={classes['label']}>{label}</span>
                  {texts.map(([name, text], index) => (
                    <Text key={name} span fz="inherit" fw={600} className={classes['text'] ?? ''}>
                      {text}
                      {index < texts.length - 1 && ','}
                    </Text>
                  ))}
                </>
              }
            >
              <Stack gap="sm">{drawn(names)}</Stack>
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

/** What the set filters of a chip say. */
function textsOf(filters: Filters, names: readonly string[], search: FilterInput['search']) {
  return names.flatMap((name): (readonly [string, ReactNode])[] => {
    const [filter, text] = [filters[name], search[name]];
    if (!filter || text === undefined) return [];
    const isShown = filter.show !== undefined && (filter.fault?.(text, search) ?? null) === null;
    return [[name, isShown ? filter.show?.(text) : text]];
  });
}
