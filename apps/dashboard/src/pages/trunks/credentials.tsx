import { Stack } from '@mantine/core';
import type { TrunkCredentials } from '@trunkline/client';
import { CopyField } from '../../ui/forms/copy-field';
import { SecretOnce } from '../../ui/forms/secret-once';

interface Props {
  readonly credentials: TrunkCredentials;
  readonly onKept: () => void;
}

/** What a system needs to register, with the password shown once. */
export function Credentials({ credentials: { sip_username, sip_password, sip_domain }, onKept }: Props) {
  return (
    <Stack>
      <CopyField label="Domain" value={sip_domain} />
      <CopyField label="User name" value={sip_username} />
      <SecretOnce label="Password" value={sip_password} fileName="trunkline-sip-password.txt" onKept={onKept} />
    </Stack>
  );
}
