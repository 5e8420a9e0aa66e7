import { Clock } from '@trunkline/kernel';
import { type Customer, type TestApi } from './index';
import { dataOf, itemsOf, type Row, Shopping } from './numbering/shopping';

/** Another party of New York, whose number the sandbox treats like most others. */
export const OTHER_PARTY = '+12125550100';

/** A customer with a number that sends and receives messages. */
export async function aSender(api: TestApi, balanceCents = 1_000) {
  const customer = await api.customers.make({ balanceCents });
  return { customer, ...senderOf(api, customer, await new Shopping(api, customer).buy()) };
}

/** What a customer does with the messages of a number. */
export function senderOf(api: TestApi, customer: Customer, number: Row) {
  const from = String(number['e164']);
  const send = (given: Row = {}, headers: Record<string, string> = {}) =>
    api.post('/v1/sms', { from, to: OTHER_PARTY, body: 'Hello', ...given }, customer, headers);
  return {
    from,
    numberId: String(number['id']),
    send,
    sent: async (given: Row = {}) => dataOf(await send(given)),
    read: async ({ id }: Row) => dataOf(await api.get(`/v1/sms/${String(id)}`, customer)),
    cancel: ({ id }: Row) => api.post(`/v1/sms/${String(id)}/cancel`, undefined, customer),
    list: async (query = '') => itemsOf(await api.get(`/v1/sms${query}`, customer)),
    /** A message arrives at the number over the carrier of the sandbox. */
    receive: async (body: string, sender = OTHER_PARTY) => {
      const answer = await api.operator('POST', '/operator/sandbox/inbound-sms', { to: from, from: sender, body });
      if (answer.status !== 200) throw new Error(`The message was not received: ${answer.text}`);
    },
  };
}

/** The time of the API's clock in Unix seconds. */
export const nowOf = (api: TestApi): number => Math.floor(api.use(Clock).now().getTime() / 1000);
