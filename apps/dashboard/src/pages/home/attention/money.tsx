import { useQuery } from '@tanstack/react-query';
import type { AutoRecharge, Balance, CartItem, DashboardSummary } from '@trunkline/client';
import { format } from '../../../format';
import { moments } from '../../../format/moment';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { TextLink } from '../../../ui/links';
import { lowBalanceOf, needsRecharge, runwayDays } from '../runway';
import type { Matter } from './matters';

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
  /** Below which the account wants an alert. */
  readonly alertCents: number | null;
}

/** What is wrong with the balance and its automatic top-up. */
export function moneyMatters(summary: DashboardSummary, { balance, recharge, alertCents }: Funds): readonly Matter[] {
  const low = lowBalanceOf(summary, balance, alertCents);
  const texts = [
    ...(low === null ? [] : [`The balance of ${format.money(summary.balance_cents)} ${lowText(low)}.`]),
    ...(recharge ? rechargeTexts(recharge, low !== null) : []),
  ];
  if (texts.length > 0) {
    const link = <TextLink to="/billing">Check the balance and the card</TextLink>;
    return [{ key: 'money', state: 'warn', text: texts.join(' '), link }];
  }
  const days = summary.active_numbers > 0 ? runwayDays(summary, balance) : null;
  if (days === null || !needsRecharge(days, recharge)) return [];
  const text = `Automatic top-up is off. The balance ${lowText({ days })}.`;
  return [{ key: 'money', state: 'idle', text, link: <TextLink to="/billing">Set it up</TextLink> }];
}

function lowText(low: NonNullable<ReturnType<typeof lowBalanceOf>>): string {
  if ('alertCents' in low) return `is below your alert threshold of ${format.money(low.alertCents)}`;
  return `lasts ${low.days === 0 ? 'less than a day' : `about ${format.days(low.days)}`}`;
}

function rechargeTexts({ enabled, paused_until, last_attempt_status }: AutoRecharge, isLow: boolean): string[] {
  if (!enabled) return isLow ? ['Automatic top-up is off.'] : [];
  if (paused_until !== null && paused_until > Date.now() / 1000)
    return [`Automatic top-up is paused until ${moments().exact(paused_until)}, because the card was declined.`];
  return last_attempt_status === 'failed' ? ['The last automatic top-up failed.'] : [];
}

/** The numbers that have been in the cart for more than an hour. */
export function useLeftCart(isLater: boolean) {
  return useQuery({
    queryKey: ['cart'],
    queryFn: ({ signal }) => trunkline.cart.get({ signal }),
    select: ({ items, updated_at }) => (updated_at !== null && updated_at < Date.now() / 1000 - LEFT_S ? items : []),
    enabled: useMay()('numbers:write') && isLater,
  });
}

export function leftCart({ length }: readonly CartItem[]): readonly Matter[] {
  if (length === 0) return [];
  const text =
    length === 1 ? '1 number is still in the cart.' : `${format.count(length)} numbers are still in the cart.`;
  return [{ key: 'cart', state: 'idle', text, link: <TextLink to="/cart">Open the cart</TextLink> }];
}
