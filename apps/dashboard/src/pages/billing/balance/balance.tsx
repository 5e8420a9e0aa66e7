import { Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { format } from '../../../format';
import { trunkline } from '../../../session/client';
import { DialogButton } from '../../../ui/dialogs/dialog-button';
import { Loaded } from '../../../ui/feedback/loaded';
import { Facts } from '../../../ui/layout/facts';
import { part } from '../../../ui/part';

const Holds = part(async () => (await import('./holds')).Holds, <Skeleton height={160} />);

/** The money of the account: the balance, and what of it is available and held. */
export function Balance() {
  const query = useQuery({
    queryKey: ['billing', 'balance'],
    queryFn: ({ signal }) => trunkline.billing.balance.get({ signal }),
    // Home may have read it a moment before, and a call or an order have held money since.
    staleTime: 0,
  });
  return (
    <Loaded query={query} height={100}>
      {({ amount_cents, available_cents, held_cents, credit_limit_cents, currency }) => (
        <>
          <Text size="xs" c="dimmed">
            Balance
          </Text>
          <Text fz={28} fw={600} className="figures" mb="sm" data-testid="balance">
            {format.money(amount_cents, currency)}
          </Text>
          <Facts
            items={[
              ['Available', format.money(available_cents, currency)],
              ['Held', <Held key="held" cents={held_cents} currency={currency} />],
              ...(credit_limit_cents > 0
                ? [['Credit limit', format.money(credit_limit_cents, currency)] as const]
                : []),
            ]}
          />
        </>
      )}
    </Loaded>
  );
}

/** Money on hold, with a table of what holds it. */
function Held({ cents, currency }: { cents: number; currency: string }) {
  return (
    <Group gap="0 12px">
      {format.money(cents, currency)}
      {cents > 0 && (
        <DialogButton compact label="See what holds it" title="Money on hold">
          {() => <Holds />}
        </DialogButton>
      )}
    </Group>
  );
}
