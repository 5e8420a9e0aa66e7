import type { SipTrunkDetail, TrunkCredentials } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { ActionMenu } from '../../ui/dialogs/action-menu';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { Dialog } from '../../ui/dialogs/dialog';
import { part } from '../../ui/part';

const Credentials = part(async () => (await import('./credentials')).Credentials);

interface Props {
  readonly trunk: SipTrunkDetail;
  /** Receives the password of new credentials, for the configuration that the page shows. */
  readonly onPassword: (password: string) => void;
}

/** New credentials for a trunk that registers, and its end. */
export function TrunkActions({ trunk, onPassword }: Props) {
  const [credentials, setCredentials] = useState<TrunkCredentials | null>(null);
  const may = useMay();
  if (!may('sip_trunks:write') || trunk.status === 'archived') return null;
  const { id, name, number_count, profile_count } = trunk;
  const renewal = {
    label: 'New credentials',
    title: `New credentials for ${name}`,
    text: 'The current password stops working at once.',
    action: async () => {
      const created = await trunkline.sipTrunks.credentials.create(id);
      setCredentials(created);
      onPassword(created.sip_password);
    },
    reloads: ['trunks'],
  };
  const forget = (): void => setCredentials(null);
  return (
    <>
      <ActionMenu
        actions={[
          {
            label: 'Archive',
            isDanger: true,
            title: `Archive ${name}`,
            text: `Calls over the trunk fail at once. Numbers that then route nowhere: ${format.count(number_count)}. Routing profiles that lose a target: ${format.count(profile_count)}. An archived trunk cannot be restored.`,
            typed: name,
            action: () => trunkline.sipTrunks.archive(id, { force: true }),
            reloads: ['trunks', 'routes', 'numbers', 'profiles'],
          },
        ]}
      />
      {trunk.registration_mode === 'register' && <ConfirmButton {...renewal} />}
      <Dialog opened={credentials !== null} onClose={forget} isKept title="Credentials of the trunk">
        {credentials && <Credentials credentials={credentials} onKept={forget} />}
      </Dialog>
    </>
  );
}
