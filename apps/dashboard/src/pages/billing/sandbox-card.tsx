import { Group, Text } from '@mantine/core';
import * as fields from '../../ui/forms/fields';
import { SubmitForm } from '../../ui/forms/submit-form';
import { Note } from '../../ui/feedback/note';

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

const CARD = {
  number: fields.text('Card number', {
    inputMode: 'numeric',
    autoComplete: 'off',
    fault: (value) => (digits(value) in TEST_CARDS ? null : 'The sandbox accepts test cards only.'),
  }),
  expiry: fields.text('Expires', { autoComplete: 'off' }),
  code: fields.text('Security code', { autoComplete: 'off' }),
};

/** Stands in for the processor's element in the sandbox: takes test cards only, and sends no number anywhere. */
export function SandboxCard({ save }: { save: (id: string) => Promise<void> }) {
  return (
    <SubmitForm
      fields={CARD}
      start={{ number: '4242 4242 4242 4242', expiry: '12 / 40', code: '123' }}
      label="Save the card"
      send={({ number }) => save(TEST_CARDS[digits(number)] ?? '')}
      onSent={() => undefined}
      above={
        <Note state="warn">
          <Text size="sm">This is the sandbox: no card is charged. 4242 4242 4242 4242 always works.</Text>
        </Note>
      }
    >
      {({ field }) => (
        <>
          {field('number')}
          <Group grow>{field('expiry', 'code')}</Group>
        </>
      )}
    </SubmitForm>
  );
}
