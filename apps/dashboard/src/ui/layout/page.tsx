import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Crumb } from '../../shell/crumb';
import { useHeading } from '../heading';
import classes from './page.module.css';
import { Restricted } from '../feedback/restricted';

interface Props {
  readonly title: string;
  readonly heading?: ReactNode;
  /** What tells the page from its siblings in the path above it, where that is not its title. */
  readonly crumb?: ReactNode;
  /** The state of what the page shows, beside the heading. A `StatusMark` is a pill there. */
  readonly state?: ReactNode;
  /** A line below the heading: what else identifies the page. */
  readonly meta?: ReactNode;
  readonly actions?: ReactNode;
  readonly narrow?: boolean;
  /** What the user's role cannot do, in place of the content. */
  readonly restricted?: string | false;
  readonly children?: ReactNode;
}

export function Page({ title, heading, crumb, state, meta, actions, narrow, restricted = false, children }: Props) {
  const ref = useHeading(title);
  return (
    <div className={classes['page']} data-narrow={narrow}>
      <Crumb>{crumb ?? title}</Crumb>
      <div className={classes['head']}>
        <div className={classes['titles']}>
          <div className={classes['headline']}>
            <Title order={1} ref={ref} tabIndex={-1} className={classes['title'] ?? ''}>
              {heading ?? title}
            </Title>
            {state && <span data-headline>{state}</span>}
          </div>
          {meta && <div className={classes['meta']}>{meta}</div>}
        </div>
        {!restricted && actions && <div className={classes['actions']}>{actions}</div>}
      </div>
      {restricted ? <Restricted what={restricted} /> : children}
    </div>
  );
}
