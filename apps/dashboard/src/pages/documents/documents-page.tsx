import type { ReactNode } from 'react';
import { useMay } from '../../session/account';
import { Page } from '../../ui/layout/page';

interface Props {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the Documents group. */
export function DocumentsPage({ title, actions, children }: Props) {
  const mayRead = useMay()('compliance:read');
  return (
    <Page title={title} actions={actions} restricted={!mayRead && 'see documents of end users'}>
      {children}
    </Page>
  );
}
