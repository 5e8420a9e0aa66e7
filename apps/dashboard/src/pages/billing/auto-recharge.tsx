import { Alert, Button, Group, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AutoRecharge } from '@trunkline/client';
import { format } from '../../format';
import { centsOf, dollarsOf } from '../../format/dollars';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { Problem } from '../../ui/problem';
import { EditProblem } from '../../ui/forms/edit-problem';
import { useEdit } from '../../ui/forms/use-edit';

const THRESHOLD_USUAL_CENTS = 1000;
const AMOUNT_USUAL_CENTS = 5000;

export function AutoRechargeForm() {
  const { data, error, refetch } = useQuery({
    queryKey: ['billing', 'auto-recharge'],
    queryFn: ({ signal }) => trunkline.billing.autoRecharge.get({ signal }),
  });
  if (data) return <Settings config={data} />;
  return error ? <Problem error={error} retry={refetch} /> : <Skeleton h={80} role="img" aria-label="Loading" />;
}

const valuesOf = ({ enabled, threshold_cents, amount_cents }: AutoRecharge) => ({
  enabled,
  threshold_cents: dollarsOf(threshold_cents ?? THRESHOLD_USUAL_CENTS),
  amount_cents: dollarsOf(amount_cents ?? AMOUNT_USUAL_CENTS),
});

function Settings({ config }: { config: AutoRecharge }) {
  const isReadOnly = !useMay()('billing:write');
  const edit = useEdit(config, {
    valuesOf,
    validate: {
      threshold_cents: (value) => (centsOf(value) === null ? 'Enter an amount.' : null),
      amount_cents: (value) => (centsOf(value) === null ? 'Enter an amount.' : null),
    },
    save: ({ enabled, threshold_cents, amount_cents }, options) =>
      trunkline.billing.autoRecharge.update(
        enabled
          ? { enabled, threshold_cents: centsOf(threshold_cents), amount_cents: centsOf(amount_cents) }
          : { enabled },
        options,
      ),
    load: () => trunkline.billing.autoRecharge.get(),
    onSaved: () => refresh('billing'),
  });
  const { form } = edit;
  const { enabled, threshold_cents, amount_cents } = form.values;
  const amount = { inputMode: 'decimal', disabled: isReadOnly } as const;
  const threshold = centsOf(threshold_cents);
  const charge = centsOf(amount_cents);
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack gap="sm">
        {config.paused_until !== null && (
          <Alert color="red" title="Paused">
            <Text size="sm">
              The last payments failed. No payment is attempted before {format.time(config.paused_until)}.
            </Text>
          </Alert>
        )}
        <Switch
          label="Top up automatically"
          disabled={isReadOnly}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        {enabled && (
          <>
            <Group>
              <TextInput
                label="When the balance falls below, in dollars"
                {...amount}
                {...form.getInputProps('threshold_cents')}
              />
              <TextInput label="Amount to add, in dollars" {...amount} {...form.getInputProps('amount_cents')} />
            </Group>
            {threshold !== null && charge !== null && (
              <Text size="sm" c="dimmed">
                Each time the balance falls below {format.money(threshold)}, your default card is charged exactly{' '}
                {format.money(charge)}.
              </Text>
            )}
          </>
        )}
        <EditProblem edit={edit} />
        <Group>
          <Button type="submit" loading={edit.isPending} disabled={isReadOnly || !form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
