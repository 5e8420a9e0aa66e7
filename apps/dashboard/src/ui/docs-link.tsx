import { Anchor } from '@mantine/core';

type DocsPage =
  | 'numbers'
  | 'porting'
  | 'compliance-bundles'
  | 'documents'
  | 'end-users'
  | 'sip-trunks'
  | 'routing-profiles'
  | 'calls'
  | 'webrtc-users'
  | 'call-records'
  | 'alarms'
  | 'messages'
  | 'billing'
  | 'invoices'
  | 'exports'
  | 'api-keys'
  | 'oauth'
  | 'members'
  | 'webhooks-and-events';

/** Leads to a page of the reference, which the API serves beside the dashboard. */
export function DocsLink({ page, children }: { page: DocsPage; children: string }) {
  return (
    <Anchor href={`/docs/${page}`} target="_blank" rel="noopener" size="sm">
      {children}
    </Anchor>
  );
}
