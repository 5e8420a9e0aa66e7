import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, type UseMutationResult, useQuery } from '@tanstack/react-query';
import type { BillingTopupCreateRequest, Topup } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { centsOf } from '../../format/dollars';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { Choice } from '../../ui/forms/choice';
import { paymentFaultText } from '../../ui/feedback/outcome-texts';
import { Problem } from '../../ui/feedback/problem';
import { useChange } from '../../ui/forms/use-change';
import { Note } from '../../ui/feedback/note';
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

/** Lets the cardholder confirm at the bank where the payment needs it. */
async function confirmAtBank({ status, client_secret }: Topup): Promise<void> {
  if (status !== 'requires_action' || client_secret === null) return;
  const { publishable_key } = await trunkline.billing.paymentMethods.startSetup();
  await authenticatePayment(publishable_key, client_secret);
}

/** Pays by a saved card. A payment that the processor has not settled is watched until it is. */
export function TopUp() {
  const { data: methods } = usePaymentMethods();
  const [amount, setAmount] = useState(AMOUNT_USUAL);
  const [cardId, setCardId] = useState<string | undefined>();
  const cards = methods?.items ?? [];
  // Apart from the payment: it is watched also when the confirmation fails, because the bank may still settle it.
  const confirm = useMutation({ mutationFn: confirmAtBank });
  const pay = useChange(
    (body: BillingTopupCreateRequest, idempotencyKey) => trunkline.billing.topups.create(body, { idempotencyKey }),
    async (created) => {
      confirm.mutate(created);
      await refresh('billing', 'account', 'summary');
    },
  );
  const topup = useSettled(pay.data);
  if (methods && cards.length === 0) return <Text size="sm">Add a card below to top up.</Text>;
  const chosen = cardId ?? cards.find(({ is_default }) => is_default)?.id;
  const cents = validCents(amount);
  return (
    <Stack gap="sm">
      <TextInput
        label="Amount in US dollars"
        inputMode="decimal"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
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
      {topup && <Outcome topup={topup} confirm={confirm} />}
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

interface OutcomeProps {
  readonly topup: Topup;
  readonly confirm: UseMutationResult<void, Error, Topup>;
}

function Outcome({ topup, confirm }: OutcomeProps) {
  const { status, amount_cents, currency, failure_code } = topup;
  if (status === 'failed') return <Problem error={new Error(paymentFaultText(failure_code))} />;
  const isWaiting = status === 'requires_action';
  return (
    <>
      <Note state={status === 'succeeded' ? 'ok' : 'warn'} role="status">
        <Text size="sm">
          {status === 'succeeded' && `${format.money(amount_cents, currency)} was added.`}
          {status === 'processing' && 'The payment is being processed.'}
          {isWaiting && 'Your bank asks you to confirm the payment.'}
        </Text>
      </Note>
      {isWaiting && (
        <Problem title="The payment is not confirmed" error={confirm.error} retry={() => confirm.mutate(topup)} />
      )}
    </>
  );
}
