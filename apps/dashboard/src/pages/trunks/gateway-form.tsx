import { Group, NativeSelect, PasswordInput, Skeleton, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { SipGateway } from '@trunkline/client';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { integerFault } from '../../ui/forms/faults';
import { EditForm } from '../../ui/forms/edit-form';
import { SubmitForm } from '../../ui/forms/submit-form';
import { useEdit } from '../../ui/forms/use-edit';
import { useSubmit } from '../../ui/forms/use-submit';
import { Problem } from '../../ui/problem';
import { gatewayRequestOf, type GatewayValues, gatewayValuesOf, NEW_GATEWAY, portAfter } from './gateway-values';
import { TRANSPORTS } from './trunk-values';

const VALIDATE = { port: integerFault, priority: integerFault, weight: integerFault };

interface CreateProps {
  readonly trunkId: string;
  readonly onDone: () => void;
}

export function CreateGateway({ trunkId, onDone }: CreateProps) {
  const form = useForm<GatewayValues>({ initialValues: NEW_GATEWAY, validate: VALIDATE });
  const submit = useSubmit(
    form,
    (values) => trunkline.sipTrunks.gateways.create(trunkId, gatewayRequestOf(values)),
    async () => {
      await refresh('trunks');
      onDone();
    },
  );
  return (
    <SubmitForm submit={submit} label="Add">
      <Fields form={form} hasPassword={false} />
    </SubmitForm>
  );
}

/** Reads the gateway anew, because the rows of a list have no version to change. */
export function EditGateway({ gatewayId, ...props }: CreateProps & { gatewayId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['gateways', gatewayId],
    queryFn: ({ signal }) => trunkline.sipTrunks.gateways.get(props.trunkId, gatewayId, { signal }),
    gcTime: 0,
  });
  if (data) return <ChangeGateway gateway={data} {...props} />;
  return error ? <Problem error={error} retry={refetch} /> : <Skeleton h={300} role="img" aria-label="Loading" />;
}

function ChangeGateway({ gateway, trunkId, onDone }: CreateProps & { gateway: SipGateway }) {
  const edit = useEdit(gateway, {
    valuesOf: gatewayValuesOf,
    validate: VALIDATE,
    save: (values, options) =>
      trunkline.sipTrunks.gateways.update(trunkId, gateway.id, gatewayRequestOf(values), options),
    load: () => trunkline.sipTrunks.gateways.get(trunkId, gateway.id),
    onSaved: async () => {
      await refresh('trunks');
      onDone();
    },
  });
  return (
    <EditForm edit={edit}>
      <Fields form={edit.form} hasPassword={gateway.has_auth_password} />
    </EditForm>
  );
}

function Fields({ form, hasPassword }: { form: UseFormReturnType<GatewayValues>; hasPassword: boolean }) {
  return (
    <>
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Host" placeholder="sip.example.com" {...form.getInputProps('host')} />
      <Group grow>
        <TextInput label="Port" inputMode="numeric" {...form.getInputProps('port')} />
        <NativeSelect
          label="Transport"
          data={TRANSPORTS}
          {...form.getInputProps('transport')}
          onChange={({ currentTarget: { value } }) => {
            form.setFieldValue('port', portAfter(form.values.port, form.values.transport, value));
            form.setFieldValue('transport', value);
          }}
        />
      </Group>
      <Group grow>
        <TextInput label="Priority" inputMode="numeric" {...form.getInputProps('priority')} />
        <TextInput label="Weight" inputMode="numeric" {...form.getInputProps('weight')} />
      </Group>
      <TextInput label="User name (optional)" autoComplete="off" {...form.getInputProps('auth_username')} />
      <PasswordInput
        label="Password (optional)"
        description={hasPassword ? 'A password is stored. Empty keeps it.' : null}
        autoComplete="new-password"
        {...form.getInputProps('auth_password')}
      />
      <Textarea
        label="SIP headers (optional)"
        description="Added to each call, one per line, such as X-Site: Berlin."
        autosize
        minRows={2}
        {...form.getInputProps('custom_headers')}
      />
      <Switch
        label="Use SRV records (DNS)"
        description="The records name hosts and ports. An address, or a port other than the default, is used as it is."
        {...form.getInputProps('dns_srv', { type: 'checkbox' })}
      />
      <Switch label="Receives calls" {...form.getInputProps('enabled', { type: 'checkbox' })} />
    </>
  );
}
