import { until } from '../sip/bed/poll';
import { listAt, numberAt, textAt } from './http';
import { call, type Chapter, customer, known, mailedToken, session } from './scene';

const PASSWORD = 'correct horse battery staple';

export const signUp: Chapter = {
  title: 'A company signs up',
  play: async (scene) => {
    const email = `tour-${Date.now().toString(36)}@example.com`;
    const body = { email, password: PASSWORD, name: 'Ada Lovelace', country: 'GB', company: 'Analytical Engines Ltd' };
    const reply = await call(`${scene.stack.rootUrl}/v1/auth/signup`, 201, 'POST', { body });
    scene.found.set('email', email).set('account', textAt(reply.body, 'data.account_id'));
    return `${textAt(reply.body, 'data.account_id')}, trial credit $${numberAt(reply.body, 'data.trial_credit_usd')}`;
  },
};

export const verify: Chapter = {
  title: 'The mailed link verifies the address and signs in',
  play: async (scene) => {
    const token = await until('the mail', () => mailedToken(scene));
    const reply = await call(`${scene.stack.rootUrl}/v1/auth/verify-email`, 200, 'POST', { body: { token } });
    if (!reply.cookie?.startsWith('svc_sid=')) throw new Error('No session cookie came.');
    scene.found.set('cookie', reply.cookie);
    return `verified, ${textAt(reply.body, 'data.next_step')}`;
  },
};

export const profile: Chapter = {
  title: 'GET /accounts/me',
  play: async (scene) => {
    const reply = await session(scene, 200, 'GET /accounts/me');
    if (numberAt(reply.body, 'data.balance.amount_cents') !== 500) throw new Error('The trial credit is not there.');
    return `${textAt(reply.body, 'data.name')}, ${textAt(reply.body, 'data.tier')}, $${numberAt(reply.body, 'data.balance.amount')}`;
  },
};

export const saveCard: Chapter = {
  title: 'POST /billing/payment-methods',
  play: async (scene) => {
    const body = { processor_payment_method_id: 'pm_card_visa', set_default: true };
    const reply = await session(scene, 201, 'POST /billing/payment-methods', body);
    return `${textAt(reply.body, 'data.brand')} …${textAt(reply.body, 'data.last4')}`;
  },
};

export const topUp: Chapter = {
  title: 'POST /billing/topups $50',
  play: async (scene) => {
    const reply = await session(scene, 201, 'POST /billing/topups', { amount_cents: 5000 });
    if (textAt(reply.body, 'data.status') !== 'succeeded') throw new Error('The card was not charged.');
    const balance = await session(scene, 200, 'GET /billing/balance');
    if (numberAt(balance.body, 'data.amount_cents') !== 5500) throw new Error('The balance is not $55.');
    return `succeeded, balance $${numberAt(balance.body, 'data.amount')}`;
  },
};

export const makeKey: Chapter = {
  title: 'POST /api-keys',
  play: async (scene) => {
    const reply = await session(scene, 201, 'POST /api-keys', { name: 'tour' });
    scene.found.set('key', textAt(reply.body, 'data.key'));
    return `${textAt(reply.body, 'data.prefix_display')} is shown once; later requests use it`;
  },
};

export function search(country: string, query: string): Chapter {
  return {
    title: `GET /catalog/search?country=${country}${query}`,
    play: async (scene) => {
      const reply = await customer(scene, 200, `GET /catalog/search?country=${country}${query}&source=live&limit=5`);
      const [offer] = listAt(reply.body, 'data.items');
      scene.found.set(`token:${country}`, textAt(offer, 'select_token'));
      return `${textAt(offer, 'e164')} ${textAt(offer, 'region')}, $${numberAt(offer, 'monthly_price')} a month`;
    },
  };
}

export function addToCart(country: string, count: number): Chapter {
  return {
    title: `POST /cart/items (${country})`,
    play: async (scene) => {
      const body = { select_token: known(scene, `token:${country}`) };
      const reply = await customer(scene, 201, 'POST /cart/items', body);
      if (numberAt(reply.body, 'data.totals.item_count') !== count) throw new Error(`The cart should hold ${count}.`);
      return `${count} in the cart, ${numberAt(reply.body, 'data.totals.total_due_cents')} cents due`;
    },
  };
}

export const checkOut: Chapter = {
  title: 'POST /cart/checkout',
  play: async (scene) => {
    const reply = await customer(scene, 200, 'POST /cart/checkout', {});
    if (textAt(reply.body, 'data.status') !== 'all_provisioned') throw new Error(JSON.stringify(reply.body));
    const numbers = listAt(reply.body, 'data.items').map((item) => textAt(item, 'number.e164'));
    if (numbers.length !== 3) throw new Error('Three numbers should have been bought.');
    scene.found.set('number', numbers[0] ?? '');
    return `${numbers.join(', ')} for ${numberAt(reply.body, 'data.charged_cents')} cents`;
  },
};
