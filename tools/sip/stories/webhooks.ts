import { createServer, type Server } from 'node:http';
import type { Stage, Story } from '../run/story';
import { toTrunk } from '../trunkline/customer';
import { ANSWERED } from '../trunkline/settled';

interface Asked {
  readonly body: string;
  readonly signature: string | null;
}

/** A web application that decides where calls go. */
interface Application {
  readonly url: string;
  readonly asked: readonly Asked[];
}

/** Starts one. `answers` is sent as JSON; null never answers. */
async function application(stage: Stage, answers: object | null, status = 200): Promise<Application> {
  const asked: Asked[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const signature = request.headers['webhook-signature'];
      asked.push({ body, signature: typeof signature === 'string' ? signature : null });
      if (answers) response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answers));
    });
  });
  const port = await stage.bed.ports.port();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  stage.onClose(() => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  });
  return { url: `http://127.0.0.1:${port}/calls`, asked };
}

const toWebhook = ({ url }: Application): object => ({ kind: 'webhook', webhook_url: url });

export const webhooks: readonly Story[] = [
  {
    title: 'forwards a call where a webhook says',
    async play(stage) {
      const customer = await stage.customer();
      const phone = await stage.callee();
      const trunk = await customer.createTrunk({ gateways: [{ port: phone.address.port }] });
      const app = await application(stage, { action: 'forward', sip_trunk_id: trunk.id });
      const profile = await customer.createProfile({ strategy: 'failover' }, [toWebhook(app)]);
      const call = await stage.callAndWait(await customer.buyNumber({ routing_profile_id: profile }));
      stage.proves('the trunk that it names answers', call.final() === 200, () => call.ladder());
      stage.proves('the request is signed', app.asked[0]?.signature !== null, () => app.asked);
      await stage.settled(customer, call, ANSWERED);
    },
  },
  {
    title: 'asks a webhook when the plan reaches it, and goes on after a failure',
    async play(stage) {
      const customer = await stage.customer();
      const busy = await stage.callee({ refuses: '486 Busy Here', ringsMs: 0 });
      const phone = await stage.callee();
      const first = await customer.createTrunk({ gateways: [{ port: busy.address.port }] });
      const last = await customer.createTrunk({ gateways: [{ port: phone.address.port }] });
      const broken = await application(stage, { nonsense: true }, 500);
      const targets = [toTrunk(first), toWebhook(broken), toTrunk(last)];
      const profile = await customer.createProfile({ strategy: 'failover' }, targets);
      const call = await stage.callAndWait(await customer.buyNumber({ routing_profile_id: profile }));
      stage.proves('the trunk after the webhook answers', call.final() === 200, () => call.ladder());
      stage.proves('the webhook was asked', broken.asked.length > 0);
      await stage.settled(customer, call, { ...ANSWERED, attempts: ['busy 486', 'skipped null', 'answered 200'] });
    },
  },
  {
    title: 'gives a webhook two seconds',
    async play(stage) {
      const customer = await stage.customer();
      const phone = await stage.callee();
      const last = await customer.createTrunk({ gateways: [{ port: phone.address.port }] });
      const slow = await application(stage, null);
      const profile = await customer.createProfile({ strategy: 'failover' }, [toWebhook(slow), toTrunk(last)]);
      const call = await stage.callAndWait(await customer.buyNumber({ routing_profile_id: profile }));
      stage.proves('the next target answers', call.final() === 200, () => call.ladder());
      await stage.settled(customer, call, { ...ANSWERED, attempts: ['skipped null', 'answered 200'] });
    },
  },
  {
    title: 'refuses a call as a webhook says',
    async play(stage) {
      const customer = await stage.customer();
      const app = await application(stage, { action: 'reject', code: 603 });
      const profile = await customer.createProfile({ strategy: 'failover' }, [toWebhook(app)]);
      const call = await stage.callAndWait(await customer.buyNumber({ routing_profile_id: profile }));
      stage.proves('the caller receives 603', call.final() === 603, () => call.ladder());
      await stage.settled(customer, call, { code: 603, cause: 'call_rejected', attempts: ['failed 603'] });
    },
  },
];
