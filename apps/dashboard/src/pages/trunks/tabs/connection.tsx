import { Stack } from '@mantine/core';
import type { SipTrunkDetail } from '@trunkline/client';
import { useMay } from '../../../session/account';
import { later } from '../../../ui/later';
import { Panel } from '../../../ui/layout/panel';
import { part } from '../../../ui/part';
import { Connect } from '../connect/connect';
import { RefusedSources } from '../connect/refused-sources';
import type { Test } from '../gateways/gateway-test';
import { Gateways } from '../gateways/gateways';
import { Registrations } from '../registrations';

const TestResults = part(async () => (await import('../gateways/test-results')).TestResults);
const TestCall = later(async () => (await import('../test-call')).TestCall);

export interface ConnectionProps {
  readonly trunk: SipTrunkDetail;
  readonly isReadOnly: boolean;
  readonly test: Test;
  /** Of credentials that were just created. */
  readonly password: string | null;
}

/** Where calls to a trunk go and how its gateways answer, what to configure in the telephone system, and a call to try it. */
export function Connection({ trunk, isReadOnly, test, password }: ConnectionProps) {
  const mayReadCalls = useMay()('cdrs:read');
  const isArchived = trunk.status === 'archived';
  const isRegistering = trunk.registration_mode === 'register';
  return (
    <Stack gap={40}>
      {isRegistering && !isArchived && (
        <Panel>
          <Registrations trunk={trunk} />
        </Panel>
      )}
      <Panel>
        <Gateways trunk={trunk} isReadOnly={isReadOnly} />
      </Panel>
      {!test.isIdle && <TestResults test={test} />}
      {!isRegistering && !isArchived && mayReadCalls && <RefusedSources trunk={trunk} isReadOnly={isReadOnly} />}
      {!isArchived && <Connect trunk={trunk} password={password} />}
      {trunk.status === 'active' && <TestCall trunkId={trunk.id} />}
    </Stack>
  );
}
