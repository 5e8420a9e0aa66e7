import { Group, Text } from '@mantine/core';
import type { CartTotals } from '@trunkline/client';
import { format } from '../../format';

export function Totals({ totals }: { totals: CartTotals }) {
  const { monthly_cents, setup_cents, total_due_cents, currency } = totals;
  const rows = [
    ['First month', monthly_cents],
    ['Setup', setup_cents],
    ['Due today', total_due_cents],
  ] as const;
  return (
    <div>
      {rows.map(([name, cents]) => (
        <Group key={name} justify="space-between">
          <Text size="sm">{name}</Text>
          <Text size="sm" className="figures" fw={name === 'Due today' ? 600 : 400}>
            {format.money(cents, currency)}
          </Text>
        </Group>
      ))}
    </div>
  );
}
