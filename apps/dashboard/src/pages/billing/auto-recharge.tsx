import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AccountUpdateRequest, BillingAutoRechargeUpdateRequest, MyAccount } from '@trunkline/client';
import { format } from '../../format';
import { centsOf } from '../../format/dollars';
import { useAccount, useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { EditForm } from '../../ui/forms/edit-form';
import type { FieldsFor, ValuesOf } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { toggle } from '../../ui/forms/toggles';
import { Loaded } from '../../ui/feedback/loaded';
import { Note } from '../../ui/feedback/note';

const THRESHOLD_USUAL_CENTS = 1000;
const AMOUNT_USUAL_CENTS = 5000;

/** An amount that is asked for while automatic top-ups are on, with a suggestion. */
const amount = (label: string, usualCents: number): fields.Field<string, number | null> => {
  const field = fields.dollars(label, { when: ({ enabled }) => enabled === true });
  return { ...field, read: (member) => field.read(member ?? usualCents) };
};

const AUTO_RECHARGE = {
  enabled: toggle('Top up automatically'),
  threshold_cents: amount('When the balance falls below, in dollars', THRESHOLD_USUAL_CENTS),
  amount_cents: amount('Amount to add, in dollars', AMOUNT_USUAL_CENTS),
} satisfies FieldsFor<BillingAutoRechargeUpdateRequest>;

export function AutoRechargeForm() {
  const isReadOnly = !useMay()('billing:write');
  const query = useQuery({
    queryKey: ['billing', 'auto-recharge'],
    queryFn: ({ signal }) => trunkline.billing.autoRecharge.get({ signal }),
  });
  return (
    <Loaded query={query} height={80}>
      {(config) => (
        <EditForm
          fields={AUTO_RECHARGE}
          row={config}
          // The amounts that are shown are the user's, also those that were suggested.
          save={(_changes, options, body) => trunkline.billing.autoRecharge.update(body, options)}
          load={() => trunkline.billing.autoRecharge.get()}
          reloads={['billing']}
          readOnly={isReadOnly}
          beside={null}
          above={
            config.paused_until !== null && (
              <Note state="bad" title="Paused">
                <Text size="sm">
                  The last payments failed. No payment is attempted before {format.time(config.paused_until)}.
                </Text>
              </Note>
            )
          }
        >
          {({ field, values }) => (
            <>
              {field('enabled')}
              {values.enabled && <Group>{field('threshold_cents', 'amount_cents')}</Group>}
              <Effect {...values} />
            </>
          )}
        </EditForm>
      )}
    </Loaded>
  );
}

function Effect({ enabled, threshold_cents, amount_cents }: ValuesOf<typeof AUTO_RECHARGE>) {
  const threshold = centsOf(threshold_cents);
  const charge = centsOf(amount_cents);
  if (!enabled || threshold === null || charge === null) return null;
  return (
    <Text size="sm" c="dimmed">
      Each time the balance falls below {format.money(threshold)}, your default card is charged exactly{' '}
      {format.money(charge)}.
    </Text>
  );
}

const ALERT = {
  low_balance_alert_cents: fields.dollars('Alert when the balance falls below, in dollars (optional)', {
    description: 'Leave it empty for no alert.',
    fault: (value) => (value.trim() === '' || centsOf(value) !== null ? null : 'Enter an amount, or leave it empty.'),
  }),
} satisfies FieldsFor<NonNullable<AccountUpdateRequest['settings']>>;

/** The balance below which owners and billing members are written to. */
export function BalanceAlertForm() {
  const may = useMay();
  return (
    <EditForm<MyAccount, typeof ALERT>
      fields={ALERT}
      row={useAccount()}
      of={({ settings }) => settings}
      save={(settings, options) => trunkline.account.update({ settings }, options)}
      load={() => trunkline.account.get()}
      reloads={['account']}
      readOnly={!may('account:write') && 'Your role cannot change the alert.'}
      beside={null}
    />
  );
}
