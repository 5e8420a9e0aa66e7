import type { Texts } from '../../router/search';
import { TextLink } from '../links';
import classes from './state-tabs.module.css';

interface Tab {
  readonly text: string;
  /** The filters that the tab sets. All tabs set the same ones. */
  readonly search: Texts<string>;
  /** How many rows the tab has, where that is known. */
  readonly count?: string | undefined;
}

interface Props {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly search: Texts<string>;
}

/** States of a list, or parts of a page, as links beside each other. Other search parameters stay. */
export function StateTabs({ label, tabs, search }: Props) {
  const names = [...new Set(tabs.flatMap((tab) => Object.keys(tab.search)))];
  const none = Object.fromEntries(names.map((name) => [name, undefined]));
  return (
    <nav aria-label={label} className={classes['tabs']}>
      {tabs.map((tab) => (
        <TextLink
          key={tab.text}
          to="."
          search={(before: Texts<string>) => ({ ...before, ...none, ...tab.search })}
          replace
          // Else the router also marks a tab whose filters are some of those of the address, such as “All”.
          activeOptions={{ exact: true }}
          className={classes['tab'] ?? ''}
          aria-current={names.every((name) => search[name] === tab.search[name]) ? 'page' : undefined}
        >
          {tab.text}
          {tab.count !== undefined && <span className={classes['count']}> {tab.count}</span>}
        </TextLink>
      ))}
    </nav>
  );
}
