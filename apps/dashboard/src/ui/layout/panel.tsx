import { Grid, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

interface Props {
  readonly title?: ReactNode;
  /** What stands beside the title. */
  readonly aside?: ReactNode;
  /** On a tint: a tool, or what is aside of the matter of the page. */
  readonly tinted?: boolean;
  /** In a grid: how many of its twelve columns the panel takes on a desk. On a phone it takes all. */
  readonly span?: number;
  /** Whether its title names it as a landmark too. */
  readonly named?: boolean;
  readonly children: ReactNode;
}

/** A part of a page, with its heading. */
export function Panel({ title, aside, tinted = false, span, named = false, children }: Props) {
  const id = useId();
  const panel = (
    <section className={classes['panel']} data-tinted={tinted || undefined} {...(named && { 'aria-labelledby': id })}>
      {title !== undefined && (
        <header className={classes['head']}>
          <Title order={2} {...(named && { id })}>
            {title}
          </Title>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
  return span === undefined ? panel : <Grid.Col span={{ base: 12, md: span }}>{panel}</Grid.Col>;
}
