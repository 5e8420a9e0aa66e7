import { Button } from '@mantine/core';
import type { PhoneNumber } from '@trunkline/client';
import { format } from '../../format';
import { usePhoneFormat } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { ActionMenu } from '../../ui/dialogs/action-menu';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { part } from '../../ui/part';
import type { NumberDialogKind } from './number-dialog';
import { BUNDLE_ACTION, hasDocuments, useNumberBundle } from './documents/number-bundle';
import { useNumberDialog } from './use-number-dialog';

const NumberSimulation = part(async () => (await import('./path/number-simulation')).NumberSimulation);

const CHANGED = ['numbers', 'summary', 'billing', 'account'];

/** What can be done with a number: its route first, and what gives it up last. */
export function NumberActions({ number }: { number: PhoneNumber }) {
  const may = useMay();
  const grouped = usePhoneFormat();
  const { open, dialog } = useNumberDialog(number);
  if (number.status === 'released') return null;
  const { e164, status, release_scheduled_at, monthly_price_cents, currency } = number;
  const mayChange = may('numbers:write');
  return (
    <>
      <NumberMenu number={number} open={open} />
      {mayChange && status === 'suspended' && (
        <ConfirmButton
          label="Reactivate"
          title={`Reactivate ${grouped(e164)}`}
          text={`The outstanding monthly charge of ${format.money(monthly_price_cents, currency)} is charged now.`}
          isHarmless
          action={() => trunkline.numbers.reactivate(e164)}
          reloads={CHANGED}
        />
      )}
      {mayChange && release_scheduled_at !== null && (
        <ConfirmButton
          label="Keep the number"
          title={`Keep ${grouped(e164)}`}
          text="The scheduled release is cancelled, and the number is billed as before."
          isHarmless
          action={() => trunkline.numbers.cancelRelease(e164)}
          reloads={CHANGED}
        />
      )}
      <SimulateButton number={number} />
      {mayChange && <Button onClick={() => open('route')}>Change route</Button>}
      {dialog}
    </>
  );
}

/** Simulates a call to the number through its profile, or from the number over its trunk. */
function SimulateButton({ number }: { number: PhoneNumber }) {
  const may = useMay();
  const grouped = usePhoneFormat();
  const { e164, trunk_id, routing_profile_id } = number;
  const isOfProfile = routing_profile_id !== null;
  if (!isOfProfile && trunk_id === null) return null;
  if (!may(isOfProfile ? 'routing:read' : 'sip_trunks:read')) return null;
  return (
    <DialogButton label="Simulate a call" title={`Simulate a call ${isOfProfile ? 'to' : 'from'} ${grouped(e164)}`}>
      {() => <NumberSimulation number={number} />}
    </DialogButton>
  );
}

interface MenuProps {
  readonly number: PhoneNumber;
  readonly open: ReturnType<typeof useNumberDialog>['open'];
}

function NumberMenu({ number, open }: MenuProps) {
  const { e164, deletion_lock: isLocked } = number;
  const grouped = usePhoneFormat();
  const mayWrite = useMay()('numbers:write');
  const { isWaiting, mayChange } = useNumberBundle(number);
  const opens = (label: string, kind: NumberDialogKind) => ({ label, opensForm: true, choose: () => open(kind) });
  const api = opens('See it in the API', 'api');
  if (!mayWrite) return <ActionMenu actions={[api]} />;
  return (
    <ActionMenu
      actions={[
        opens('Rename or tag', 'labels'),
        ...(hasDocuments(number) && mayChange && !isWaiting ? [opens(BUNDLE_ACTION, 'bundle')] : []),
        {
          label: isLocked ? 'Allow release' : 'Protect against release',
          title: `${isLocked ? 'Allow release of' : 'Protect'} ${grouped(e164)}`,
          text: isLocked
            ? 'The number can then be released, here and by the API.'
            : 'The number cannot be released, here or by the API, until the protection is turned off.',
          isHarmless: true,
          action: () => trunkline.numbers.update(e164, { deletion_lock: !isLocked }),
          reloads: ['numbers'],
        },
        api,
        ...releasesOf(number, grouped(e164)),
      ]}
      note={
        isLocked
          ? 'The number is protected against release. Allow release first.'
          : 'A number that was released may be sold to another customer.'
      }
    />
  );
}

/** How the number can be given up, at the end of the paid month or at once. */
function releasesOf(number: PhoneNumber, grouped: string) {
  const { e164, next_billing_at, release_scheduled_at, deletion_lock: disabled } = number;
  const atEnd = {
    label: 'Release at the end of the month',
    title: `Release ${grouped}`,
    text: `The number works until ${format.day(next_billing_at)} and is not charged again. Until then you can keep it.`,
    disabled,
    isDanger: true,
    action: () => trunkline.numbers.release(e164, { when: 'end_of_cycle' }),
    reloads: CHANGED,
  };
  const now = {
    label: 'Release now',
    title: `Release ${grouped} now`,
    text: 'Calls fail at once, the rest of the month is not refunded, and the number may be sold to another customer.',
    typed: e164,
    disabled,
    isDanger: true,
    action: () => trunkline.numbers.release(e164, { when: 'immediate', confirm_e164: e164 }),
    reloads: CHANGED,
  };
  return release_scheduled_at === null ? [atEnd, now] : [now];
}
