import { NativeSelect, Switch, Textarea, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { SipTrunkDetail } from '@trunkline/client';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { EditForm } from '../../ui/forms/edit-form';
import { useEdit } from '../../ui/forms/use-edit';
import { REGISTRATION } from './unreachable-trunk';
import {
  CODECS,
  DTMF_MODES,
  limitFault,
  MEDIA_ENCRYPTIONS,
  MODE_OPTIONS,
  NUMBER_FORMATS,
  TRANSPORTS,
  trunkRequestOf,
  type TrunkValues,
  trunkValuesOf,
} from './trunk-values';

type Field = UseFormReturnType<TrunkValues>['getInputProps'];

/** What a trunk does with calls, as its account sets it. */
export function TrunkSettings({ trunk, isReadOnly }: { trunk: SipTrunkDetail; isReadOnly: boolean }) {
  const edit = useEdit(trunk, {
    valuesOf: trunkValuesOf,
    validate: { max_concurrent_calls: limitFault },
    save: (values, options) => trunkline.sipTrunks.update(trunk.id, trunkRequestOf(values), options),
    load: () => trunkline.sipTrunks.get(trunk.id),
    onSaved: () => refresh('trunks', 'routes'),
  });
  const { form } = edit;
  const field: Field = (name, options) => ({ disabled: isReadOnly, ...form.getInputProps(name, options) });
  return (
    <EditForm
      edit={edit}
      readOnly={
        isReadOnly && (trunk.status === 'archived' ? 'The trunk is archived.' : 'Your role cannot change trunks.')
      }
    >
      <Title order={2}>Settings</Title>
      <TextInput label="Name" {...field('name')} />
      <Switch label="Accepts calls" {...field('is_enabled', { type: 'checkbox' })} />
      <NativeSelect
        label="Your system is identified by"
        description={form.values.registration_mode === 'register' ? REGISTRATION : undefined}
        data={MODE_OPTIONS}
        {...field('registration_mode')}
      />
      <Textarea
        label="Source networks"
        description="Addresses from which your system calls, one per line."
        autosize
        minRows={2}
        {...field('inbound_cidrs')}
      />
      <NativeSelect label="Transport" data={TRANSPORTS} {...field('transport')} />
      <TextInput
        label="Codecs"
        description={`In order of preference, of ${CODECS.join(', ')}.`}
        {...field('codec_preference')}
      />
      <NativeSelect label="Keypad digits (DTMF)" data={DTMF_MODES} {...field('dtmf_mode')} />
      <TextInput
        label="Caller ID of outbound calls (optional)"
        description="One of your numbers. Empty keeps what your system sends."
        {...field('caller_id_override')}
      />
      <TextInput
        label="Caller ID of calls that show no number (optional)"
        description="One of your numbers. For phones that send their user name, and callers that withhold their number."
        {...field('default_caller_id')}
      />
      <TextInput label="Maximum concurrent calls (optional)" inputMode="numeric" {...field('max_concurrent_calls')} />
      <GatewayCalls field={field} />
    </EditForm>
  );
}

/** How the gateways of the trunk receive calls. */
function GatewayCalls({ field }: { field: Field }) {
  return (
    <>
      <Title order={3} fz="md" mt="sm">
        Calls to your gateways
      </Title>
      <NativeSelect
        label="Number called"
        description="How the request URI shows it. X-Svc-Number always has it in E.164."
        data={NUMBER_FORMATS}
        {...field('number_format')}
      />
      <TextInput
        label="Before the number called (optional)"
        description="Digits, * or #, such as a digit for an outside line."
        {...field('number_prefix')}
      />
      <Switch
        label="Mark the number as a telephone number (user=phone)"
        {...field('user_phone', { type: 'checkbox' })}
      />
      <NativeSelect
        label="Encryption of the audio"
        description="For registered systems too."
        data={MEDIA_ENCRYPTIONS}
        {...field('media_encryption')}
      />
    </>
  );
}
