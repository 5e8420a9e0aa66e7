import { findSandboxCard } from '../../../sandbox/processors/sandbox-cards';
import { type Form, formOf, textOf } from './stripe-form';
import { type FakeIntent, refusal, type StripeState } from './stripe-state';

export interface StripeCall {
  readonly id: string;
  readonly form: Form;
}

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  readonly answer: (state: StripeState, call: StripeCall) => object;
}

const listOf = (data: readonly object[]) => ({ object: 'list', data, has_more: false, url: '/v1/list' });

/** The endpoints of Stripe's API that billing uses (docs.stripe.com/api). */
export const ROUTES: readonly Route[] = [
  { method: 'POST', path: /^\/v1\/customers$/, answer: createCustomer },
  { method: 'POST', path: /^\/v1\/payment_intents$/, answer: createIntent },
  { method: 'GET', path: /^\/v1\/payment_intents\/search$/, answer: searchIntents },
  { method: 'GET', path: /^\/v1\/payment_intents\/([^/]+)$/, answer: (state, { id }) => state.intent(id) },
  { method: 'POST', path: /^\/v1\/refunds$/, answer: createRefund },
  { method: 'GET', path: /^\/v1\/refunds$/, answer: listRefunds },
  { method: 'GET', path: /^\/v1\/webhook_endpoints$/, answer: ({ endpoints }) => listOf(endpoints) },
  { method: 'POST', path: /^\/v1\/setup_intents$/, answer: createSetup },
  { method: 'POST', path: /^\/v1\/setup_intents\/([^/]+)\/cancel$/, answer: cancelSetup },
  { method: 'GET', path: /^\/v1\/payment_methods\/([^/]+)$/, answer: getMethod },
  { method: 'POST', path: /^\/v1\/payment_methods\/([^/]+)\/attach$/, answer: attachMethod },
  { method: 'POST', path: /^\/v1\/payment_methods\/([^/]+)\/detach$/, answer: detachMethod },
];

function createCustomer(state: StripeState, { form }: StripeCall): object {
  const customer = { id: state.newId('cus'), object: 'customer', metadata: formOf(form, 'metadata') };
  state.customers.set(customer.id, customer);
  return customer;
}

function createIntent(state: StripeState, { form }: StripeCall): object {
  const customer = textOf(form, 'customer');
  const methodId = textOf(form, 'payment_method');
  const method = state.method(methodId);
  if (method.customer !== customer) {
    throw refusal(400, 'payment_method_unexpected_state', 'The payment method does not belong to the customer.');
  }
  const id = state.newId('pi');
  const intent: FakeIntent = {
    id,
    object: 'payment_intent',
    amount: Number(textOf(form, 'amount')),
    currency: textOf(form, 'currency'),
    customer,
    payment_method: methodId,
    metadata: formOf(form, 'metadata'),
    client_secret: state.newSecret(id),
    status: 'requires_confirmation',
    last_payment_error: null,
  };
  state.intents.set(id, intent);
  state.confirm(intent, method, textOf(form, 'off_session') === 'true');
  return intent;
}

function searchIntents(state: StripeState, { form }: StripeCall): object {
  const [, name, value] = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(textOf(form, 'query')) ?? [];
  const found = [...state.intents.values()].filter((intent) => {
    return name !== undefined && (intent['metadata'] as Form)[name] === value;
  });
  return { ...listOf(found), object: 'search_result', next_page: null };
}

function createRefund(state: StripeState, { form }: StripeCall): object {
  const intent = state.intent(textOf(form, 'payment_intent'));
  return state.addRefund(intent, Number(textOf(form, 'amount')), formOf(form, 'metadata'));
}

function listRefunds(state: StripeState, { form }: StripeCall): object {
  const intent = state.intent(textOf(form, 'payment_intent'));
  return listOf(state.refunds.filter((refund) => refund.payment_intent === intent.id));
}

function createSetup(state: StripeState, { form }: StripeCall): object {
  const id = state.newId('seti');
  const customer = textOf(form, 'customer');
  const setup = {
    id,
    object: 'setup_intent',
    client_secret: state.newSecret(id),
    customer,
    status: 'requires_payment_method',
  };
  state.setups.set(id, setup);
  return setup;
}

function cancelSetup(state: StripeState, { id }: StripeCall): object {
  const setup = state.setups.get(id);
  if (!setup) throw refusal(404, 'resource_missing', `No such setupintent: '${id}'`);
  if (setup['status'] === 'canceled') throw refusal(400, 'setup_intent_unexpected_state', 'It is canceled already.');
  setup['status'] = 'canceled';
  return setup;
}

function getMethod(state: StripeState, { id }: StripeCall): object {
  return state.showMethod(state.method(id));
}

function attachMethod(state: StripeState, { id, form }: StripeCall): object {
  const method = state.method(id);
  const decline = findSandboxCard(method.card)?.attaching;
  if (decline) throw refusal(402, decline.code, decline.message, { decline_code: decline.code });
  if (method.customer !== null) {
    throw refusal(
      400,
      'payment_method_unexpected_state',
      'The payment method has already been attached to a customer.',
    );
  }
  method.customer = textOf(form, 'customer');
  return state.showMethod(method);
}

function detachMethod(state: StripeState, { id }: StripeCall): object {
  const method = state.method(id);
  if (method.customer === null) {
    throw refusal(400, 'payment_method_unexpected_state', 'The payment method is not attached to a customer.');
  }
  method.customer = null;
  return state.showMethod(method);
}
