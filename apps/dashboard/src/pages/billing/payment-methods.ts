import { useQuery } from '@tanstack/react-query';
import type { PaymentMethod } from '@trunkline/client';
import { words } from '../../format';
import { trunkline } from '../../session/client';

export const usePaymentMethods = () =>
  useQuery({
    queryKey: ['billing', 'payment-methods'],
    queryFn: async ({ signal }) => trunkline.billing.paymentMethods.list({ limit: 100 }, { signal }),
  });

export const cardName = ({ brand, type, last4 }: PaymentMethod): string =>
  `${words(brand ?? type)}${last4 === null ? '' : ` ending in ${last4}`}`;
