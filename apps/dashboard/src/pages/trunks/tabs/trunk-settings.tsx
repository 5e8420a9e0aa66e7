import { Stack } from '@mantine/core';
import type { SipTrunkDetail, SipTrunkUpdateRequest } from '@trunkline/client';
import { trunkline } from '../../../session/client';
import { EditForm } from '../../../ui/forms/edit-form';
import type { BodyOf, FieldsFor } from '../../../ui/forms/field-values';
import * as fields from '../../../ui/forms/fields';
import { lines } from '../../../ui/forms/areas';
import { ordered } from '../../../ui/forms/ordered';
import { status, toggle } from '../../../ui/forms/toggles';
import { Facts } from '../../../ui/layout/facts';
import { FormSection } from '../../../ui/layout/form-section';
import { Panel } from '../../../ui/layout/panel';
import { Id } from '../../../ui/id';
import { When } from '../../../ui/when';
import { CODECS, registrationMode, TRANSPORTS } from '../sip-texts';
import { REGISTRATION } from '../unreachable-trunk';

const identifiedBy: typeof registrationMode = {
  ...registrationMode,
  draw: (input, control) =>
    registrationMode.draw({ ...input, ...(control.value === 'register' && { description: REGISTRATION }) }, control),
};

const TRUNK = {
  name: fields.name(),
  status: status('Accepts calls'),
  registration_mode: identifiedBy,
  inbound_cidrs: lines('Source networks', {
    description: 'Addresses from which your system calls, one per line.',
  }),
  transport: fields.choice('Transport', TRANSPORTS),
  codec_preference: ordered('Codecs', CODECS, {
    description: 'A click chooses or removes a codec. Drag the chosen ones, or use the arrow keys, to order them.',
    missing: 'Choose at least one codec.',
  }),
  dtmf_mode: fields.choice('Keypad digits (DTMF)', {
    rfc4733: 'RTP events (RFC 4733)',
    sip_info: 'SIP INFO',
    inband: 'In the audio (in-band)',
  }),
  caller_id_override: fields.phone('Caller ID of outbound calls (optional)', {
    description: 'One of your numbers. Empty keeps what your system sends.',
  }),
  default_caller_id: fields.phone('Caller ID of calls that show no number (optional)', {
    description: 'One of your numbers. For phones that send their user name, and callers that withhold their number.',
  }),
  max_concurrent_calls: fields.optionalInteger('Maximum concurrent calls (optional)'),
  max_calls_per_second: fields.optionalInteger('Maximum calls per second (optional)', {
    description: 'Calls that your system starts. Empty: as many as the account may start.',
  }),
  number_format: fields.choice(
    'Number called',
    {
      '+e164': '+4930123456 (E.164)',
      e164: '4930123456 (E.164 without +)',
      national: '030123456 (national)',
    },
    { description: 'How the request URI shows it. X-Svc-Number always has it in E.164.' },
  ),
  number_prefix: fields.optionalText('Before the number called (optional)', {
    description: 'Digits, * or #, such as a digit for an outside line.',
  }),
  user_phone: toggle('Mark the number as a telephone number (user=phone)'),
  media_encryption: fields.choice(
    'Encryption of the audio',
    {
      off: 'Off (RTP)',
      optional: 'If your system accepts it (SRTP)',
      required: 'Always (SRTP)',
    },
    { description: 'For registered systems too.' },
  ),
} satisfies FieldsFor<SipTrunkUpdateRequest>;

function requestOf(changes: Partial<BodyOf<typeof TRUNK>>): SipTrunkUpdateRequest {
  const { caller_id_override } = changes;
  if (caller_id_override === undefined) return changes;
  return { ...changes, caller_id_strategy: caller_id_override === null ? 'inherit' : 'override' };
}

/** What a trunk does with calls, as its account sets it, and since when. */
export function TrunkSettings({ trunk, isReadOnly }: { trunk: SipTrunkDetail; isReadOnly: boolean }) {
  return (
    <Stack gap={40}>
      <SettingsForm trunk={trunk} isReadOnly={isReadOnly} />
      <Panel title="Details">
        <Facts items={factsOf(trunk)} />
      </Panel>
    </Stack>
  );
}

const factsOf = ({ created_at, updated_at, id }: SipTrunkDetail) =>
  [
    ['Created', <When exact key="created" at={created_at} />],
    ['Last change', <When exact key="updated" at={updated_at} />],
    ['ID', <Id key="id" value={id} />],
  ] as const;

function SettingsForm({ trunk, isReadOnly }: { trunk: SipTrunkDetail; isReadOnly: boolean }) {
  return (
    <EditForm
      fields={TRUNK}
      row={trunk}
      save={(changes, options) => trunkline.sipTrunks.update(trunk.id, requestOf(changes), options)}
      load={() => trunkline.sipTrunks.get(trunk.id)}
      reloads={['trunks', 'routes']}
      readOnly={
        isReadOnly && (trunk.status === 'archived' ? 'The trunk is archived.' : 'Your role cannot change trunks.')
      }
    >
      {({ field }) => (
        <>
          <FormSection title="Trunk" text="Its name, and how calls of your system are recognized.">
            <Stack gap="sm">{field('name', 'status', 'registration_mode', 'inbound_cidrs')}</Stack>
          </FormSection>
          <FormSection title="Calls to your system" text="How they reach your gateways.">
            <Stack gap="sm">{field('transport', 'number_format', 'number_prefix', 'user_phone')}</Stack>
          </FormSection>
          <FormSection title="Media" text="What the switch offers to your system, in this order.">
            <Stack gap="sm">{field('codec_preference', 'dtmf_mode', 'media_encryption')}</Stack>
          </FormSection>
          <FormSection title="Caller ID" text="The number that calls of your system show.">
            <Stack gap="sm">{field('caller_id_override', 'default_caller_id')}</Stack>
          </FormSection>
          <FormSection title="Limits" text="Protection against runaway dialling.">
            <Stack gap="sm">{field('max_concurrent_calls', 'max_calls_per_second')}</Stack>
          </FormSection>
        </>
      )}
    </EditForm>
  );
}
