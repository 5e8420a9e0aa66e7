import { textAt } from '../../tour/http';
import { pause } from '../../postgres';
import { until } from '../bed/poll';
import { headerOf } from '../sipp/messages';
import { PCMU, EVENTS } from '../sipp/sdp';
import { type BrowserPhone, BrowserPhones, type SoundStatistics } from '../phones/browser';
import type { Stage, Story } from '../run/story';
import type { Customer } from '../trunkline/customer';
import { ANSWERED } from '../trunkline/settled';

const SOUND_MS = 4_000;
const PACKETS_MIN = 50;
const TALKED: readonly [number, number] = [2, 8];

interface BrowserUser {
  readonly customer: Customer;
  readonly userId: string;
  readonly number: string;
  readonly phone: BrowserPhone;
  readonly browser: BrowserPhones;
}

/** A customer whose number rings a browser. */
async function browserUser(stage: Stage): Promise<BrowserUser> {
  const customer = await stage.customer();
  const user = await customer.send('POST', '/webrtc-users', { name: 'Ada' });
  const userId = textAt(user, 'id');
  const targets = [{ kind: 'webrtc_user', webrtc_user_id: userId }];
  const profile = await customer.createProfile({ strategy: 'failover', ring_timeout_s: 20 }, targets);
  const number = await customer.buyNumber({ routing_profile_id: profile });
  await customer.send('PATCH', `/webrtc-users/${userId}`, { default_caller_id: number });
  const token = await customer.send('POST', `/webrtc-users/${userId}/tokens`);
  const browser = await BrowserPhones.start(stage.bed);
  stage.onClose(() => browser.close());
  const phone = await browser.register({
    url: textAt(token, 'wss_url'),
    user: textAt(token, 'sip_username'),
    password: textAt(token, 'sip_password'),
    domain: textAt(token, 'sip_domain'),
  });
  return { customer, userId, number, phone, browser };
}

function provesSound(stage: Stage, { sent, received, energy, dtls, codec }: SoundStatistics): void {
  const evidence = () => ({ sent, received, energy, dtls, codec });
  stage.proves('DTLS is connected', dtls === 'connected', evidence);
  const isHeard = sent > PACKETS_MIN && received > PACKETS_MIN && energy > 0;
  stage.proves(`the browser sends ${sent} packets and hears ${received}`, isHeard, evidence);
}

export const webrtc: readonly Story[] = [
  {
    title: 'calls a browser, with sound both ways, and forgets it when its page closes',
    async play(stage) {
      const { customer, number, phone } = await browserUser(stage);
      const options = { formats: [PCMU, EVENTS], sendsSound: true, holdMs: SOUND_MS };
      const call = await stage.call(number, options);
      await until('the answer', () => call.final() === 200);
      await pause(SOUND_MS - 500);
      const sound = await phone.statistics();
      await call.ended;
      provesSound(stage, sound);
      await stage.settled(customer, call, { ...ANSWERED, seconds: TALKED });
      await phone.close();
      await until('the end of the registration', async () => {
        const again = await stage.callAndWait(number);
        return again.final() === 480;
      });
      stage.proves('a call after that is answered 480', true);
    },
  },
  {
    title: 'sends calls of a browser out with the number of its user, with sound both ways',
    async play(stage) {
      const { customer, number, phone } = await browserUser(stage);
      const to = stage.destination();
      const { carrier } = stage.lab;
      await phone.dial(to);
      const isTo = ({ text }: { readonly text: string }) => text.includes(to);
      const invite = await until('the call', () => carrier.received('INVITE').find(isTo) ?? null);
      const sender = headerOf(invite.text, 'From') ?? '';
      stage.proves('the carrier receives the number', sender.includes(`sip:${number}@`), () => sender);
      await pause(SOUND_MS);
      const sound = await phone.statistics();
      await phone.hangUp();
      provesSound(stage, sound);
      const callId = headerOf(invite.text, 'Call-ID') ?? '';
      await stage.settled(customer, { callId }, { ...ANSWERED, direction: 'outbound', seconds: TALKED });
    },
  },
];
