import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AutoRecharge, Balance, CartItem, DashboardSummary } from '@trunkline/client';
import { format } from '../../format';
import { moments } from '../../format/moment';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { TextLink } from '../../ui/links';
import { runwayDays } from './runway';

/** From how many days on a balance needs no attention. */
const ENOUGH_DAYS = 3;
/** For how long numbers may lie in the cart before they count as left there. */
const LEFT_S = 3_600;

export const useRecharge = () =>
  useQuery({
    queryKey: ['billing', 'auto-recharge'],
    queryFn: ({ signal }) => trunkline.billing.autoRecharge.get({ signal }),
    enabled: useMay()('billing:read'),
  });

/** The balance with its credit limit, which the summary does not have. */
export const useBalance = () =>
  useQuery({
    queryKey: ['billing', 'balance'],
    queryFn: ({ signal }) => trunkline.billing.balance.get({ signal }),
    enabled: useMay()('billing:read'),
  });

interface Funds {
  readonly balance: Balance | undefined;
  readonly recharge: AutoRecharge | undefined;
}

/** What is wrong with the balance and its automatic top-up. */
export function moneyTexts(summary: DashboardSummary, { balance, recharge }: Funds): readonly string[] {
  const days = runwayDays(summary, balance);
  const isLow = summary.active_numbers > 0 && days !== null && days < ENOUGH_DAYS;
  const lasts = days === 0 ? 'less than a day' : `about ${format.days(days ?? 0)}`;
  return [
    ...(isLow ? [`The balance of ${format.money(summary.balance_cents)} lasts ${lasts}.`] : []),
    ...(recharge ? rechargeTexts(recharge, isLow) : []),
  ];
}

function rechargeTexts({ enabled, paused_until, last_attempt_status }: AutoRecharge, isLow: boolean): string[] {
  if (!enabled) return isLow ? ['Automatic top-up is off.'] : [];
  if (paused_until !== null && paused_until > Date.now() / 1000)
    return [`Automatic top-up is paused until ${moments().exact(paused_until)}, because the card was declined.`];
  return last_attempt_status === 'failed' ? ['The last automatic top-up failed.'] : [];
}

export function Money({ texts }: { texts: readonly string[] }) {
  return (
    <Text size="sm">
      {texts.join(' ')} <TextLink to="/billing">Check the balance and the card</TextLink>
    </Text>
  );
}

/** The numbers that have been in the cart for more than an hour. */
export function useLeftCart() {
  return useQuery({
    queryKey: ['cart'],
    queryFn: ({ signal }) => trunkline.cart.get({ signal }),
    select: ({ items, updated_at }) => (updated_at !== null && updated_at < Date.now() / 1000 - LEFT_S ? items : []),
    enabled: useMay()('numbers:write'),
  });
}

export function LeftCart({ items: { length } }: { items: readonly CartItem[] }) {
  if (length === 0) return null;
  return (
    <TextLink to="/cart">
      {length === 1 ? '1 number is still in the cart' : `${format.count(length)} numbers are still in the cart`}
    </TextLink>
  );
}
