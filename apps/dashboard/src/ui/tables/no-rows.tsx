import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { words } from '../../format';
import type { Texts } from '../../router/search';
import { EmptyState } from '../feedback/empty-state';
import { Note } from '../feedback/note';
import { focusHeading } from '../focus';
import { TextLink } from '../links';
import classes from './list.module.css';
import type { FilterFault, FilterInput, Filters } from './use-filters';

// Why a list shows no rows. Loaded then, because a list seldom has none.

export interface FaultsProps {
  readonly faults: readonly FilterFault[];
  readonly set: (change: Texts<string>) => void;
  /** What the page reads of its address, if not filters. */
  readonly noun?: string;
}

const SHOWN_MAX = 100;

/** An address may be pages long. */
function beginningOf(text: string): string {
  const characters = Array.from(text);
  return characters.length > SHOWN_MAX ? `${characters.slice(0, SHOWN_MAX).join('')}…` : text;
}

/** Names the texts of the address that cannot be used. */
export function FaultNote({ faults, set, noun = 'filter' }: FaultsProps) {
  const several = faults.length > 1;
  return (
    <Note state="warn" role="alert" title={several ? `Some ${noun}s cannot be used` : `A ${noun} cannot be used`}>
      <Stack gap="xs" align="start">
        {faults.map(({ name, label, text, fault }) => (
          <Text key={name} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {label}: “{beginningOf(text)}” {fault}.
          </Text>
        ))}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            focusHeading();
            set(Object.fromEntries(faults.map(({ name }) => [name, undefined])));
          }}
        >
          {several ? `Clear these ${noun}s` : `Clear this ${noun}`}
        </Button>
      </Stack>
    </Note>
  );
}

interface ChosenProps {
  readonly name: string;
  /** Of a choice other than the part of the page. */
  readonly label?: string;
  readonly text: string | undefined;
  /** What is wrong with the text. */
  readonly fault?: string;
}

/** The same for what a page without filters reads of its address. */
export function ChosenFault({ name, label = 'Part', text = '', fault = 'is no part of this page' }: ChosenProps) {
  const navigate = useNavigate();
  const set = (change: Texts<string>): void =>
    void navigate({ to: '.', search: (before: Texts<string>) => ({ ...before, ...change }), replace: true });
  return <FaultNote faults={[{ name, label, text, fault }]} set={set} noun="value" />;
}

export interface UnmatchedProps extends Pick<FilterInput, 'search'> {
  readonly text: string;
  readonly filters: Filters;
}

/** Says that nothing matches, and names the filters. */
export function Unmatched({ text, filters, search }: UnmatchedProps) {
  const hasOneFilter = Object.keys(filters).length === 1;
  const set = Object.entries(filters).flatMap(([name, filter]) => {
    const value = search[name];
    if (value === undefined) return [];
    const label = filter.label ?? words(name);
    const shown = filter.show?.(value) ?? `“${value}”`;
    // A chip shows some values with their name, such as "from Nov 3".
    const isNamed = typeof shown === 'string' && shown.startsWith(`${label.toLowerCase()} `);
    return [{ name, label: isNamed ? null : label, shown }];
  });
  return (
    <EmptyState text={text}>
      <ul className={classes['set']} aria-label="Filters that are set">
        {set.map(({ name, label, shown }) => (
          <li key={name}>
            {label} <b>{shown}</b>
          </li>
        ))}
      </ul>
      <TextLink to="." search={{}} fz="md" onClick={focusHeading}>
        {hasOneFilter ? 'Clear the filter' : 'Clear the filters'}
      </TextLink>
    </EmptyState>
  );
}
