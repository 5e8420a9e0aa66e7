import { headerOf, type SipMessage } from '../sipp/messages';
import { addressedOffice, ownDestination } from '../run/office';
import type { Story } from '../run/story';
import { operate } from '../trunkline/customer';
import { ANSWERED } from '../trunkline/settled';

const SENT_OUT = { ...ANSWERED, direction: 'outbound' } as const;

const senderOf = (invite: SipMessage | undefined): string => headerOf(invite?.text ?? '', 'From') ?? '';

const accepted: readonly Story[] = [
  {
    title: 'knows a customer by its address and sends the call to a carrier',
    async play(stage) {
      const { customer, number } = await addressedOffice(stage);
      const { to, carrier } = await ownDestination(stage);
      const call = await stage.callAndWait(to, { host: stage.customerAddress, from: `${number}@pbx.example` });
      const [invite] = carrier.received('INVITE');
      stage.proves('the carrier receives the called number', invite?.first.startsWith(`INVITE sip:${to}@`) === true);
      const isOwn = senderOf(invite).includes(`sip:${number}@`);
      stage.proves('and the number of the customer', isOwn, () => senderOf(invite));
      await stage.settled(customer, call, SENT_OUT);
    },
  },
  {
    title: 'answers the challenge of a carrier',
    async play(stage) {
      const { customer, number } = await addressedOffice(stage);
      const digest = { user: 'trunkline', password: 'carrier-secret' };
      const credentials = { auth_username: digest.user, auth_password: digest.password };
      const { to, carrier } = await ownDestination(stage, { phone: { digest }, ...credentials });
      const call = await stage.callAndWait(to, { host: stage.customerAddress, from: `${number}@pbx.example` });
      stage.proves('the carrier is given a digest', call.final() === 200, () => carrier.ladder());
      await stage.settled(customer, call, SENT_OUT);
    },
  },
  {
    title: 'tries the next carrier after a failure',
    async play(stage) {
      const { customer, number } = await addressedOffice(stage);
      const broken = { refuses: '503 Service Unavailable', ringsMs: 0 };
      const { to, carrier } = await ownDestination(stage, { phone: broken });
      const call = await stage.callAndWait(to, { host: stage.customerAddress, from: `${number}@pbx.example` });
      stage.proves('the second carrier answers', call.final() === 200, () => carrier.ladder());
      await stage.settled(customer, call, { ...SENT_OUT, attempts: ['failed 503', 'answered 200'] });
    },
  },
  {
    title: 'hides a withheld number from the called party, and asserts it to a carrier that may have it',
    async play(stage) {
      const { customer, number } = await addressedOffice(stage);
      const { to, carrier } = await ownDestination(stage, { send_identity: true });
      const call = await stage.callAndWait(to, {
        host: stage.customerAddress,
        from: 'anonymous@anonymous.invalid',
        headers: [`P-Asserted-Identity: <sip:${number}@pbx.example>`, 'Privacy: id'],
      });
      const [invite] = carrier.received('INVITE');
      const isHidden = senderOf(invite).includes('sip:anonymous@anonymous.invalid');
      stage.proves('From is anonymous', isHidden, () => senderOf(invite));
      const text = invite?.text ?? '';
      stage.proves('the header Privacy: id is there', headerOf(text, 'Privacy') === 'id', () => text);
      const asserted = headerOf(text, 'P-Asserted-Identity') ?? '';
      stage.proves('P-Asserted-Identity is the number of the customer', asserted.includes(number), () => text);
      const { cdr } = await stage.settled(customer, call, SENT_OUT);
      stage.proves(
        'the CDR has no caller, but the number that was used',
        cdr['caller'] === null && cdr['e164'] === number,
      );
    },
  },
  {
    title: 'sends an emergency call of a customer without money to a carrier for such calls, free of charge',
    async play(stage) {
      const { customer, number } = await addressedOffice(stage);
      await customer.setBalance(0);
      const call = await stage.callAndWait('911', { host: stage.customerAddress, from: `${number}@pbx.example` });
      stage.proves('the call is answered', call.final() === 200, () => call.ladder());
      const invites = stage.lab.carrier.received('INVITE').filter(({ text }) => text.includes(number));
      const priority = headerOf(invites[0]?.text ?? '', 'Priority');
      stage.proves('its priority is emergency', priority === 'emergency', () => invites);
      const { cdr } = await stage.settled(customer, call, SENT_OUT);
      stage.proves('it is free', cdr['customer_total_cents'] === 0, () => cdr);
    },
  },
];

const refused: readonly Story[] = [
  {
    title: 'refuses the number of another customer as caller ID',
    async play(stage) {
      await addressedOffice(stage);
      const { to, carrier } = await ownDestination(stage);
      const call = await stage.callAndWait(to, { host: stage.customerAddress, from: '+12125550123@pbx.example' });
      stage.proves('the caller receives 403', call.final() === 403, () => call.ladder());
      stage.proves('the carrier is not called', carrier.received('INVITE').length === 0);
    },
  },
  {
    title: 'refuses a destination that the balance does not cover',
    async play(stage) {
      const { customer, number } = await addressedOffice(stage);
      await customer.setBalance(0);
      const { to, carrier } = await ownDestination(stage);
      const call = await stage.callAndWait(to, { host: stage.customerAddress, from: `${number}@pbx.example` });
      stage.proves('the caller receives 402', call.final() === 402, () => call.ladder());
      stage.proves('the carrier is not called', carrier.received('INVITE').length === 0);
    },
  },
  {
    title: 'challenges a stranger, and refuses calls of a suspended customer',
    async play(stage) {
      const { customer, number } = await addressedOffice(stage);
      const to = stage.destination();
      const stranger = await stage.callAndWait(to, { host: stage.strangerAddress, from: `${number}@pbx.example` });
      stage.proves('the stranger receives 407', stranger.final() === 407, () => stranger.ladder());
      await operate(stage.stack, 'POST', `/accounts/${customer.accountId}/suspend`, { reason: 'a test' });
      const call = await stage.callAndWait(to, { host: stage.customerAddress, from: `${number}@pbx.example` });
      stage.proves('the customer receives 403', call.final() === 403, () => call.ladder());
      const called = stage.lab.carrier.received('INVITE').filter(({ text }) => text.includes(to));
      stage.proves('the carrier is not called', called.length === 0);
    },
  },
];

export const outbound: readonly Story[] = [...accepted, ...refused];
