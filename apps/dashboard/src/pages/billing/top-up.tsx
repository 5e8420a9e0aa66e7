import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BillingTopupCreateRequest, Topup } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { centsOf } from '../../format/dollars';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { Choice } from '../../ui/forms/choice';
import { Problem } from '../../ui/problem';
import { useChange } from '../../ui/forms/use-change';
import { authenticatePayment } from './card-element';
import { cardName, usePaymentMethods } from './payment-methods';

const AMOUNT_MIN_CENTS = 500;
const AMOUNT_MAX_CENTS = 1_000_000;
const AMOUNT_USUAL = '50';
const POLL_MS = 1500;

/** The amount in cents, or null when it cannot be paid. */
function validCents(amount: string): number | null {
  const cents = centsOf(amount);
  return cents !== null && cents >= AMOUNT_MIN_CENTS && cents <= AMOUNT_MAX_CENTS ? cents : null;
}

const isOpen = ({ status }: Topup): boolean => status === 'processing' || status === 'requires_action';

/** Pays by a saved card. A payment that the processor has not settled is watched until it is. */
export function TopUp() {
  const { data: methods } = usePaymentMethods();
  const [amount, setAmount] = useState(AMOUNT_USUAL);
  const [cardId, setCardId] = useState<string | undefined>();
  const cards = methods?.items ?? [];
  const pay = useChange(
    (body: BillingTopupCreateRequest, idempotencyKey) => trunkline.billing.topups.create(body, { idempotencyKey }),
    async (topup) => {
      await refresh('billing', 'account', 'summary');
      if (topup.status !== 'requires_action' || topup.client_secret === null) return;
      const { publishable_key } = await trunkline.billing.paymentMethods.startSetup();
      await authenticatePayment(publishable_key, topup.client_secret);
    },
  );
  const topup = useSettled(pay.data);
  if (methods && cards.length === 0) return <Text size="sm">Add a card below, then you can top up.</Text>;
  const chosen = cardId ?? cards.find(({ is_default }) => is_default)?.id;
  const cents = validCents(amount);
  return (
    <Stack gap="sm">
      <TextInput
        label="Amount in US dollars"
        inputMode="decimal"
        value={amount}
        onChange={(event) => {
          setAmount(event.currentTarget.value);
        }}
        error={
          cents === null
            ? `Enter between ${format.money(AMOUNT_MIN_CENTS)} and ${format.money(AMOUNT_MAX_CENTS)}.`
            : null
        }
      />
      <Choice
        label="Card"
        data={cards.map((card) => ({ value: card.id, label: cardName(card) }))}
        value={chosen}
        onChoose={setCardId}
      />
      <Problem error={pay.error} />
      {topup && <Outcome topup={topup} />}
      <Button
        loading={pay.isPending}
        disabled={cents === null || chosen === undefined}
        onClick={() => {
          if (cents !== null && chosen !== undefined) pay.mutate({ amount_cents: cents, payment_method_id: chosen });
        }}
      >
        Add {cents === null ? 'funds' : format.money(cents)}
      </Button>
    </Stack>
  );
}

function useSettled(created: Topup | undefined): Topup | undefined {
  const { data } = useQuery({
    queryKey: ['topups', created?.id],
    queryFn: async ({ signal }) => {
      const topup = await trunkline.billing.topups.get(created?.id ?? '', { signal });
      if (!isOpen(topup)) await refresh('billing', 'account', 'summary');
      return topup;
    },
    enabled: created !== undefined && isOpen(created),
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data) ? false : POLL_MS),
  });
  return data ?? created;
}

function Outcome({ topup }: { topup: Topup }) {
  const { status, amount_cents, currency, failure_message } = topup;
  if (status === 'failed') return <Problem error={new Error(failure_message ?? 'The payment failed.')} />;
  return (
    <Alert color={status === 'succeeded' ? 'teal' : 'yellow'} role="status">
      <Text size="sm">
        {status === 'succeeded' && `${format.money(amount_cents, currency)} was added.`}
        {status === 'processing' && 'The payment is being processed.'}
        {status === 'requires_action' && 'Your bank asks you to confirm the payment.'}
      </Text>
    </Alert>
  );
}
