import { Anchor } from '@mantine/core';

/** The guide that explains each subject. */
const GUIDES = {
  numbers: 'numbers-and-documents',
  porting: 'porting',
  'compliance-bundles': 'numbers-and-documents#create-a-bundle',
  documents: 'numbers-and-documents#create-a-bundle',
  'end-users': 'numbers-and-documents#create-a-bundle',
  'sip-trunks': 'connect-a-pbx',
  'routing-profiles': 'routing#by-a-profile',
  calls: 'reading-a-call#calls-that-never-reached-you',
  'webrtc-users': 'routing#by-a-profile',
  'call-records': 'reading-a-call',
  alarms: 'reading-a-call#many-calls',
  messages: 'messages',
  billing: 'billing',
  invoices: 'billing#invoices',
  exports: 'billing#exports',
  'api-keys': 'first-call',
  'first-call': 'first-call',
  oauth: 'oauth',
  'webhooks-and-events': 'webhooks',
} as const;

/** Leads to a guide, which the API serves beside the dashboard. */
export function DocsLink({ page, children }: { page: keyof typeof GUIDES; children: string }) {
  return (
    <Anchor href={`/docs/guides/${GUIDES[page]}`} target="_blank" rel="noopener" size="sm">
      {children}
    </Anchor>
  );
}
