import { NativeSelect, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import {
  defaults,
  isTrunklineError,
  type RotatedSecret,
  type WebhookEndpoint,
  type WebhookRotateSecretRequest,
} from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { ActionButton } from '../../ui/action-button';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { SecretOnce } from '../../ui/forms/secret-once';
import { SubmitForm } from '../../ui/forms/submit-form';
import { Note } from '../../ui/feedback/note';
import { hostOf } from './endpoint-status';

/** What can be done to an endpoint as a whole. */
export function EndpointActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const router = useRouter();
  const { id } = endpoint;
  const host = hostOf(endpoint);
  const set = async (enabled: boolean): Promise<void> => {
    await trunkline.webhooks.update(id, { enabled });
    await refresh('webhooks', 'deliveries');
  };
  const remove = async (): Promise<void> => {
    await trunkline.webhooks.delete(id);
    await router.navigate({ to: '/developers/webhooks' });
    await refresh('webhooks');
  };
  return (
    <>
      <RotateSecret endpoint={endpoint} />
      {endpoint.status === 'disabled' ? (
        <ActionButton variant="filled" label="Enable" action={() => set(true)} />
      ) : (
        <ConfirmButton
          label="Disable"
          title={`Disable ${host}`}
          text="Pending deliveries are abandoned, and new events are not sent. You can replay them after you enable the endpoint again."
          action={() => set(false)}
        />
      )}
      <ConfirmButton
        label="Delete"
        title={`Delete ${host}`}
        text="Pending deliveries are abandoned, and the signing secret is deleted. This cannot be undone."
        typed={host}
        action={remove}
      />
    </>
  );
}

const OVERLAPS = [
  { value: '86400', label: 'One day' },
  { value: '604800', label: 'Seven days' },
  { value: '3600', label: 'One hour' },
  { value: '0', label: 'Not at all: it stops at once' },
];

const overlap: fields.Field<string, number> = {
  ...fields.text(''),
  read: String,
  write: Number,
  draw: (input) => <NativeSelect label="The old secret also signs for" data={OVERLAPS} {...input} />,
};

const ROTATION = { overlap_s: overlap } satisfies FieldsFor<WebhookRotateSecretRequest>;

function RotateSecret({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [rotated, setRotated] = useState<RotatedSecret | null>(null);
  return (
    <DialogButton
      label="Rotate the secret"
      title={rotated ? `New signing secret of ${hostOf(endpoint)}` : `Rotate the secret of ${hostOf(endpoint)}`}
      isKept={rotated !== null}
      onClose={() => setRotated(null)}
    >
      {(close) =>
        rotated ? (
          <NewSecret rotated={rotated} onKept={close} />
        ) : (
          <RotateForm id={endpoint.id} onRotated={setRotated} />
        )
      }
    </DialogButton>
  );
}

function RotateForm({ id, onRotated }: { id: string; onRotated: (rotated: RotatedSecret) => void }) {
  return (
    <SubmitForm
      fields={ROTATION}
      start={defaults.WebhookRotateSecretRequest}
      label="Rotate"
      send={(body) => trunkline.webhooks.rotateSecret(id, body)}
      reloads={['webhooks']}
      onSent={onRotated}
      explain={(error) =>
        isTrunklineError(error, 'rotation_pending') && (
          <Note state="warn" role="alert" title="The last rotation still overlaps">
            <Text size="sm">
              Two secrets sign already. Wait until the older one ends, or choose “Not at all”, which ends both at once.
            </Text>
          </Note>
        )
      }
      above={
        <Text size="sm">
          A new secret signs from now on. While the old one overlaps, every request has two signatures, so your receiver
          accepts it with either secret. Put the new secret into your receiver before the overlap ends.
        </Text>
      }
    />
  );
}

function NewSecret({ rotated, onKept }: { rotated: RotatedSecret; onKept: () => void }) {
  return (
    <Stack>
      <Note>
        <Text size="sm">The old secret also signs until {format.time(rotated.previous_valid_until)}.</Text>
      </Note>
      <SecretOnce
        label="Signing secret"
        value={rotated.signing_secret}
        fileName="trunkline-webhook-secret.txt"
        onKept={onKept}
      />
    </Stack>
  );
}
