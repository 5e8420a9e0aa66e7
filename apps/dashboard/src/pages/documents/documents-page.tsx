import { Group } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../../session/account';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/page';
import { Restricted } from '../../ui/restricted';
import { useMaySeeAccesses } from './accesses';
import classes from './documents.module.css';

const PAGES = [
  { to: '/documents', label: 'Bundles', below: '/documents/bundles/' },
  { to: '/documents/end-users', label: 'End users', below: '/documents/end-users/' },
  { to: '/documents/files', label: 'Files', below: '/documents/files/' },
  { to: '/documents/requirements', label: 'Requirements' },
] as const;
const ACCESS_LOG = { to: '/documents/access-log', label: 'Access log' } as const;

interface Props {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the Documents section, with links to the others. */
export function DocumentsPage({ title, actions, children }: Props) {
  const mayRead = useMay()('compliance:read');
  const maySeeAccesses = useMaySeeAccesses();
  const pathname = useLocation({ select: (location) => location.pathname });
  const pages = maySeeAccesses ? [...PAGES, ACCESS_LOG] : PAGES;
  return (
    <Page title={title} actions={mayRead && actions}>
      <Group component="nav" aria-label="Documents" className={classes['pages'] ?? ''}>
        {pages.map(({ to, label, ...page }) => (
          <TextLink
            key={to}
            to={to}
            // A bundle, an end user or a file belongs to its list.
            data-within={'below' in page && pathname.startsWith(page.below)}
            underline="never"
            activeOptions={{ exact: true, includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {label}
          </TextLink>
        ))}
      </Group>
      {mayRead ? children : <Restricted what="documents of end users" />}
    </Page>
  );
}
