import { Button, Group, Stack, Text } from '@mantine/core';
import { Table } from '../../ui/tables/table';
import { useDisclosure } from '@mantine/hooks';
import type { PaymentMethod } from '@trunkline/client';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { ActionButton } from '../../ui/action-button';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { Dialog } from '../../ui/dialogs/dialog';
import { Loaded } from '../../ui/feedback/loaded';
import { StatusMark } from '../../ui/feedback/status-mark';
import { AddCard } from './add-card';
import { cardName, usePaymentMethods } from './payment-methods';

export function Cards() {
  const query = usePaymentMethods();
  const [isOpen, dialog] = useDisclosure();
  const mayPay = useMay()('billing:write');
  return (
    <Stack>
      <Loaded query={query} height={56}>
        {({ items }) =>
          items.length > 0 ? (
            <Table aria-label="Cards" fz="sm">
              <Table.Tbody>
                {items.map((card) => (
                  <Row key={card.id} card={card} mayPay={mayPay} />
                ))}
              </Table.Tbody>
            </Table>
          ) : (
            <Text size="sm" c="dimmed">
              No card is saved.
            </Text>
          )
        }
      </Loaded>
      {mayPay && (
        <Group>
          <Button variant="default" onClick={dialog.open}>
            Add a card
          </Button>
        </Group>
      )}
      <Dialog opened={isOpen} onClose={dialog.close} title="Add a card">
        <AddCard onDone={dialog.close} />
      </Dialog>
    </Stack>
  );
}

function Row({ card, mayPay }: { card: PaymentMethod; mayPay: boolean }) {
  const { id, is_default, exp_month, exp_year } = card;
  return (
    <Table.Tr>
      <Table.Td>
        {cardName(card)}
        {exp_month !== null && exp_year !== null && (
          <Text fz="xs" c="dimmed" className="figures">
            Expires {String(exp_month).padStart(2, '0')}/{exp_year}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{is_default && <StatusMark state="ok" text="Default" />}</Table.Td>
      <Table.Td>
        {mayPay && (
          <Group gap="xs" justify="end">
            {!is_default && (
              <ActionButton
                size="compact-sm"
                label="Make default"
                action={() => trunkline.billing.paymentMethods.update(id, { is_default: true })}
                reloads={['billing']}
              />
            )}
            <ConfirmButton
              compact
              label="Remove"
              title={`Remove ${cardName(card)}`}
              text="Automatic top-ups need a default card. Payments already made are not changed."
              action={() => trunkline.billing.paymentMethods.delete(id)}
              reloads={['billing']}
            />
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
