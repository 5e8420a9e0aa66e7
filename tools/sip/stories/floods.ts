import { pause } from '../../postgres';
import { until } from '../bed/poll';
import { rawRequest, RawSender } from '../sipp/raw';
import { headerOf, headersOf } from '../sipp/messages';
import { type Caller, register } from '../sipp/phone';
import { gatewayOffice } from '../run/office';
import type { Stage, Story } from '../run/story';
import { ANSWERED } from '../trunkline/settled';

const HONEST = { ...ANSWERED, seconds: [1, 4] } as const;
const FLOOD = 2_000;
const BURST = 20;
const GUESSES = 30;
const SETTLES_MS = 1_500;

async function listener(stage: Stage, host: string): Promise<RawSender> {
  const sender = await RawSender.open(host, await stage.bed.ports.port());
  stage.onClose(() => {
    sender.close();
    return Promise.resolve();
  });
  return sender;
}

/** A sender at an address that no carrier and no customer has. */
const stranger = (stage: Stage): Promise<RawSender> => listener(stage, stage.strangerAddress);

/** Without the probes of a gateway that had the port in an earlier story. */
const relayedTo = ({ received }: RawSender): string[] => received.filter((text) => !text.includes('<sip:probe@'));

/** An honest call, which must go on whatever strangers send. */
async function honestCall(stage: Stage): Promise<void> {
  const { customer, number } = await gatewayOffice(stage);
  const call = await stage.callAndWait(number);
  stage.proves('an honest call is answered', call.final() === 200, () => call.ladder());
  await stage.settled(customer, call, HONEST);
}

/** Sends a request of the caller with another URI, and one with another route. */
async function sendWithin(stage: Stage, call: Caller, method: string, uri: string): Promise<void> {
  const answer = call.messages().find(({ code, method: of }) => code === 200 && of === 'INVITE')?.text ?? '';
  const [fromHeader, toHeader] = [headerOf(answer, 'From') ?? '', headerOf(answer, 'To') ?? ''];
  const [own = ''] = headersOf(answer, 'Record-Route');
  const sender = await stranger(stage);
  const { callId } = call;
  for (const [target, route] of [
    [uri, own],
    [`sip:phone@${stage.kamailio.address.host}`, `${own}, <${uri};lr>`],
  ] as const) {
    const request = { method, uri: target, from: sender.address, callId, fromHeader, toHeader };
    await sender.send(rawRequest({ ...request, headers: [`Route: ${route}`] }), stage.kamailio.address);
  }
}

const garbage: readonly (string | Buffer)[] = [
  '',
  '\r\n\r\n',
  'INVITE',
  'INVITE sip:x SIP/2.0\r\n\r\n',
  'SIP/2.0 200 OK\r\n\r\n',
  Buffer.alloc(1_400, 0xff),
  Buffer.alloc(65_000, 'A'),
  `INVITE sip:${'9'.repeat(8_000)}@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/UDP x;branch=z9hG4bK\r\n\r\n`,
  'INVITE sip:a@b SIP/2.0\r\nContent-Length: -1\r\nCSeq: 99999999999 INVITE\r\nVia: ;;;\r\nFrom: <<>>\r\nTo:\r\nCall-ID:\r\n\r\n',
  'REGISTER sip:a@b SIP/2.0\r\nAuthorization: Digest username="\u0000\'; DROP TABLE users; --"\r\n\r\n',
];

export const floods: readonly Story[] = [
  {
    title: 'answers honest calls while a stranger floods it, and stops answering the stranger',
    async play(stage) {
      const sender = await stranger(stage);
      const { address } = stage.kamailio;
      const uri = `sip:+12125550100@${address.host}`;
      const flood = async (): Promise<void> => {
        for (let sent = 0; sent < FLOOD; sent += 1) {
          await sender.send(rawRequest({ method: 'OPTIONS', uri, from: sender.address }), address);
          if (sent % BURST === 0) await pause(5);
        }
      };
      await Promise.all([flood(), honestCall(stage)]);
      await pause(SETTLES_MS);
      const answered = sender.received.length;
      stage.proves(`${answered} of ${FLOOD} requests are answered`, answered < FLOOD / 4, () => answered);
    },
  },
  {
    title: 'survives malformed messages',
    async play(stage) {
      const sender = await stranger(stage);
      const { address } = stage.kamailio;
      for (const message of [...garbage, ...garbage]) await sender.send(message, address);
      const invite = rawRequest({ method: 'INVITE', uri: `sip:1@${address.host}`, from: sender.address });
      // Each message cut at a different place.
      for (let end = 1; end < invite.length; end += 7) await sender.send(invite.slice(0, end), address);
      await honestCall(stage);
      stage.proves('no process of Kamailio has ended', !/exited|core was|signal 11/i.test(stage.kamailio.log));
    },
  },
  {
    title: 'accepts none of many guessed users',
    async play(stage) {
      const { domain } = stage;
      const via = stage.kamailio.address;
      const host = stage.strangerAddress;
      const codes: (number | null)[] = [];
      for (let guess = 100; guess < 100 + GUESSES; guess += 1) {
        const identity = { user: String(guess), password: String(guess), domain, contacts: [`<sip:${guess}@${host}>`] };
        codes.push(await register(stage.bed, { ...identity, expiresSeconds: 600, via, host }));
      }
      const isRefused = (code: number | null) => code === null || code === 401 || code === 403;
      stage.proves(`${GUESSES} users are refused`, codes.every(isRefused), () => codes);
      await honestCall(stage);
    },
  },
  {
    title: 'relays nothing for strangers',
    async play(stage) {
      const sender = await stranger(stage);
      const victim = await listener(stage, '127.0.0.1');
      const { address } = stage.kamailio;
      const target = `sip:victim@127.0.0.1:${victim.address.port}`;
      const route = `Route: <sip:${address.host}:${address.port};lr>, <${target};lr>`;
      const plan = Buffer.from(
        JSON.stringify({ action: 'route', routing: 'serial', routes: [{ uri: target, dst_uri: target }] }),
      );
      const attempts: readonly Partial<Parameters<typeof rawRequest>[0]>[] = [
        { method: 'INVITE', uri: target },
        { method: 'INVITE', uri: target, headers: [route] },
        { method: 'BYE', uri: target, headers: [route], toHeader: `<${target}>;tag=guessed` },
        { method: 'ACK', uri: target, headers: [route], toHeader: `<${target}>;tag=guessed` },
        { method: 'MESSAGE', uri: target },
        { method: 'OPTIONS', uri: target },
        { method: 'INVITE', uri: target, headers: [`X-Plan: ${plan.toString('base64')}`] },
        { method: 'INVITE', uri: `sip:+442079460000@${address.host}`, fromHeader: `<sip:guest@${stage.domain}>;tag=1` },
      ];
      for (const attempt of attempts) {
        const request = { method: 'INVITE', uri: target, from: sender.address, ...attempt };
        await sender.send(rawRequest(request), address);
      }
      await pause(SETTLES_MS);
      const connected = sender.codes().filter((code) => code >= 180 && code < 300);
      stage.proves('no message reaches the victim', relayedTo(victim).length === 0, () => victim.received);
      const allowed = connected.length <= 1;
      stage.proves('no request is answered but OPTIONS', allowed, () => sender.received);
    },
  },
  {
    title: 'takes a Call-ID and a reason for text, whatever they contain',
    async play(stage) {
      const customer = await stage.customer();
      const text = `$(x)$env(SWITCH_TOKEN)\${"'\\`;
      const rude = await stage.callee({ refuses: `503 ${text}` });
      const phone = await stage.callee();
      const gateways = [rude, phone].map(({ address }, index) => ({ port: address.port, priority: index + 1 }));
      const trunk = await customer.createTrunk({ gateways });
      const call = await stage.callAndWait(await customer.buyNumber({ trunk_id: trunk.id }), { callId: text });
      stage.proves('the call is answered', call.final() === 200, () => call.ladder());
      const { cdr } = await stage.settled(customer, call, { ...HONEST, attempts: ['failed 503', 'answered 200'] });
      stage.proves('the CDR has the reason as sent', JSON.stringify(cdr).includes(JSON.stringify(text).slice(1, -1)));
    },
  },
  {
    title: 'ends both sides of a call whatever the BYE says, and relays nothing for its parties',
    async play(stage) {
      const victim = await listener(stage, '127.0.0.1');
      const uri = `sip:victim@127.0.0.1:${victim.address.port}`;
      for (const bye of [{ uri }, { route: `<${uri};lr>` }, { cseq: 1 }]) {
        const { customer, phone, number } = await gatewayOffice(stage);
        const call = await stage.call(number, { bye });
        await until('the ACK', () => phone.received('ACK').length > 0);
        await sendWithin(stage, call, 'INFO', uri);
        await call.ended;
        await until('the BYE', () => phone.received('BYE').length === 1);
        await stage.settled(customer, call, HONEST);
      }
      stage.proves('no message reaches the victim', relayedTo(victim).length === 0, () => victim.received);
    },
  },
  {
    title: 'lets no stranger end or take over a call whose Call-ID leaks',
    async play(stage) {
      const { customer, phone, number } = await gatewayOffice(stage);
      const call = await stage.call(number, { holdMs: 3_000 });
      await until('the answer', () => call.final() === 200);
      const thief = await stranger(stage);
      const { address } = stage.kamailio;
      const [uri, callId] = [`sip:${number}@${address.host}`, call.callId];
      for (const method of ['BYE', 'CANCEL', 'INVITE', 'INFO'])
        await thief.send(
          rawRequest({ method, uri, from: thief.address, callId, toHeader: `<${uri}>;tag=guessed` }),
          address,
        );
      await thief.send(rawRequest({ method: 'INVITE', uri, from: thief.address, callId }), address);
      await call.ended;
      stage.proves(
        'the phone hears of none of it',
        phone.received('BYE').length === 1 && phone.received('INFO').length === 0,
      );
      await stage.settled(customer, call, { ...HONEST, seconds: [2, 5] });
      const records = await customer.list('/cdrs');
      stage.proves('the customer has one CDR', records.length === 1, () => records);
    },
  },
];
