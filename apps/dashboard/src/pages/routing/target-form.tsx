import { NativeSelect, Switch, TextInput, Title } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { RoutingProfileDetail, RoutingTarget } from '@trunkline/client';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { EditForm } from '../../ui/forms/edit-form';
import { integerFault } from '../../ui/forms/faults';
import { SubmitForm } from '../../ui/forms/submit-form';
import { useEdit } from '../../ui/forms/use-edit';
import { useSubmit } from '../../ui/forms/use-submit';
import { useRoutes } from '../numbers/routes';
import { UnreachableRoute } from '../trunks/unreachable-trunk';
import { useWebrtcUsers } from '../webrtc/use-users';
import { ConditionFields } from './condition-fields';
import { KINDS, newTarget, targetRequestOf, type TargetValues, targetValuesOf } from './target-values';

const VALIDATE = {
  weight: integerFault,
  sip_trunk_id: (value: string, values: TargetValues) =>
    values.kind === 'sip_trunk' && value === '' ? 'Choose a trunk.' : null,
  webrtc_user_id: (value: string, values: TargetValues) =>
    values.kind === 'webrtc_user' && value === '' ? 'Choose a user.' : null,
  webhook_url: (value: string, values: TargetValues) =>
    values.kind === 'webhook' && value.trim() === '' ? 'Enter a URL.' : null,
};

interface CreateProps {
  readonly profileId: string;
  readonly onDone: () => void;
}

export function CreateTarget({ profileId, onDone }: CreateProps) {
  const form = useForm<TargetValues>({ initialValues: newTarget(), validate: VALIDATE });
  const submit = useSubmit(
    form,
    (values) => trunkline.routingProfiles.targets.create(profileId, targetRequestOf(values)),
    async () => {
      await refresh('profiles');
      onDone();
    },
  );
  return (
    <SubmitForm submit={submit} label="Add">
      <Fields form={form} />
    </SubmitForm>
  );
}

interface EditProps {
  readonly detail: RoutingProfileDetail;
  readonly target: RoutingTarget;
  readonly onDone: () => void;
}

/** Sends the version of the profile, because the targets within it have none. */
export function EditTarget({ detail, target, onDone }: EditProps) {
  const profileId = detail.profile.id;
  const edit = useEdit<RoutingProfileDetail | RoutingTarget, TargetValues>(detail, {
    valuesOf: (read) =>
      targetValuesOf('targets' in read ? (read.targets.find(({ id }) => id === target.id) ?? target) : read),
    validate: VALIDATE,
    save: (values, options) =>
      trunkline.routingProfiles.targets.update(profileId, target.id, targetRequestOf(values), options),
    load: () => trunkline.routingProfiles.get(profileId),
    onSaved: async () => {
      await refresh('profiles');
      onDone();
    },
  });
  return (
    <EditForm edit={edit}>
      <Fields form={edit.form} />
    </EditForm>
  );
}

function Fields({ form }: { form: UseFormReturnType<TargetValues> }) {
  const { trunks } = useRoutes();
  const { users } = useWebrtcUsers();
  const { kind } = form.values;
  return (
    <>
      <NativeSelect
        label="Calls go to a"
        data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('kind')}
      />
      {kind === 'sip_trunk' && (
        <>
          <NativeSelect
            label="Trunk"
            data={[{ value: '', label: 'Choose a trunk' }, ...trunks]}
            {...form.getInputProps('sip_trunk_id')}
          />
          <UnreachableRoute target={form.values.sip_trunk_id} />
        </>
      )}
      {kind === 'pstn_forward' && (
        <TextInput
          label="Number"
          description="The call over the phone network is charged as well."
          placeholder="+44 20 7946 0000"
          {...form.getInputProps('pstn_forward_e164')}
        />
      )}
      {kind === 'webrtc_user' && (
        <NativeSelect
          label="WebRTC user"
          description="Rings the browsers in which the user is registered."
          data={[{ value: '', label: 'Choose a user' }, ...users]}
          {...form.getInputProps('webrtc_user_id')}
        />
      )}
      {kind === 'webhook' && (
        <TextInput
          label="URL"
          type="url"
          description="Is asked during the call, and answers within two seconds where it goes."
          placeholder="https://example.com/call"
          {...form.getInputProps('webhook_url')}
        />
      )}
      <TextInput
        label="Weight"
        description="Share of the calls, if the profile shares by weight."
        inputMode="numeric"
        {...form.getInputProps('weight')}
      />
      <Switch label="Receives calls" {...form.getInputProps('enabled', { type: 'checkbox' })} />
      <Title order={3} fz="sm">
        Conditions
      </Title>
      <ConditionFields form={form} />
    </>
  );
}
