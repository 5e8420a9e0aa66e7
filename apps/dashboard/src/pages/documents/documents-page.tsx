import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMay } from '../../session/account';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/page';
import { Restricted } from '../../ui/restricted';
import classes from './documents.module.css';

const PAGES = [
  { to: '/documents', label: 'Bundles' },
  { to: '/documents/end-users', label: 'End users' },
  { to: '/documents/files', label: 'Files' },
  { to: '/documents/requirements', label: 'Requirements' },
] as const;

interface Props {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the Documents section, with links to the others. */
export function DocumentsPage({ title, actions, children }: Props) {
  const mayRead = useMay()('compliance:read');
  return (
    <Page title={title} actions={mayRead && actions}>
      <Group component="nav" aria-label="Documents" gap="lg" className={classes['pages'] ?? ''}>
        {PAGES.map(({ to, label }) => (
          <TextLink
            key={to}
            to={to}
            fz="sm"
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
