import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

/** Test cards by their number, as the sandbox processor names them. */
const TEST_CARDS: Readonly<Record<string, string>> = {
  '4242424242424242': 'pm_card_visa',
  '5555555555554444': 'pm_card_mastercard',
  '378282246310005': 'pm_card_amex',
  '6011111111111117': 'pm_card_discover',
  '4000000000000341': 'pm_card_chargeCustomerFail',
  '4000002760003184': 'pm_card_authenticationRequired',
  '4000000000000259': 'pm_card_createDispute',
  '4000000000000002': 'pm_card_chargeDeclined',
  '4000000000009995': 'pm_card_chargeDeclinedInsufficientFunds',
  '4000000000000069': 'pm_card_chargeDeclinedExpiredCard',
};

const digits = (text: string): string => text.replace(/\D/g, '');

/** Stands in for the processor's element in the sandbox: takes test cards only, and sends no number anywhere. */
export function SandboxCard({ isPending, onCard }: { isPending: boolean; onCard: (id: string) => void }) {
  const form = useForm({
    initialValues: { number: '4242 4242 4242 4242', expiry: '12 / 40', code: '123' },
    validate: {
      number: (value) => (digits(value) in TEST_CARDS ? null : 'The sandbox accepts test cards only.'),
    },
  });
  return (
    <form
      onSubmit={form.onSubmit(({ number }) => {
        const id = TEST_CARDS[digits(number)];
        if (id !== undefined) onCard(id);
      })}
      noValidate
    >
      <Stack>
        <Alert color="yellow">
          <Text size="sm">This is the sandbox: no card is charged. 4242 4242 4242 4242 always works.</Text>
        </Alert>
        <TextInput label="Card number" inputMode="numeric" autoComplete="off" {...form.getInputProps('number')} />
        <Group grow>
          <TextInput label="Expires" autoComplete="off" {...form.getInputProps('expiry')} />
          <TextInput label="Security code" autoComplete="off" {...form.getInputProps('code')} />
        </Group>
        <Button type="submit" loading={isPending}>
          Save the card
        </Button>
      </Stack>
    </form>
  );
}
