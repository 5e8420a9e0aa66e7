import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Guide, GUIDES, type TrunkValues } from '@trunkline/pbx-guides';
import { at } from '../../tour/http';
import { until } from '../bed/poll';
import { isListening } from '../bed/listening';
import { Baresip } from '../phones/baresip';
import { addressedOffice } from '../run/office';
import type { Stage, Story } from '../run/story';
import type { Customer, Trunk } from '../trunkline/customer';
import type { Address } from '../sipp/phone';
import { ANSWERED } from '../trunkline/settled';

/** What a telephone behind a proxy shows: the proxy replaces it by a number of the account. */
const EXTENSION = '1000';
const REGISTERED_MS = 30_000;
const SENT_OUT = { ...ANSWERED, direction: 'outbound' } as const;

function guideOf(id: string): Guide {
  const found = GUIDES.find((guide) => guide.id === id);
  if (!found) throw new Error(`no guide ${id}`);
  return found;
}

/** Returns a file of a guide, as the dashboard shows it. */
function fileOf(guide: Guide, name: string, values: TrunkValues): string {
  const part = guide.parts(values).find((each) => each.kind === 'file' && each.name.endsWith(name));
  if (part?.kind !== 'file') throw new Error(`no file ${name} in ${guide.id}`);
  return part.text;
}

/** The values of a trunk at the switch of a stage, whose domain no name server knows. */
function valuesOf(stage: Stage, { credentials }: Pick<Trunk, 'credentials'>, number: string): TrunkValues {
  const { host, port } = stage.kamailio.address;
  return {
    name: 'Story',
    domain: stage.domain,
    server: host,
    port,
    transport: 'udp',
    username: credentials?.user ?? null,
    password: credentials?.password ?? null,
    sipNetworks: ['127.0.0.0/8'],
    codecs: ['g711a', 'g711u'],
    dtmf: 'rfc4733',
    encryption: 'off',
    number,
  };
}

const isRegistered = async (customer: Customer, trunk: Trunk): Promise<boolean> =>
  at(await customer.get(`/sip-trunks/${trunk.id}/status`), 'registration.registered') === true;

interface Proxied {
  readonly me: Address;
  readonly phone: Address;
  readonly service: Address;
  /** The file of the guide. */
  readonly included: string;
}

/** A proxy before a phone, which gets the calls of the service. Calls of phones to telephone numbers go to the trunk. */
const proxy = ({ me, phone, service, included }: Proxied): string => `#!KAMAILIO
listen=udp:${me.host}:${me.port}
children=2
log_stderror=yes
loadmodule "pv.so"
loadmodule "tm.so"
loadmodule "rr.so"
loadmodule "sl.so"
loadmodule "siputils.so"
loadmodule "textops.so"
include_file "${included}"
request_route {
  if (has_totag()) { loose_route(); t_relay(); exit; }
  if (is_method("CANCEL")) { t_relay(); exit; }
  if ($sp != ${service.port} && $rU =~ "^\\+[1-9]") route(TO_TRUNKLINE);
  record_route();
  $du = "sip:${phone.host}:${phone.port}";
  t_relay();
}
`;

/** Starts a proxy with the files of the guide, at an address of the customer. */
async function startProxy(stage: Stage, values: TrunkValues, phone: Address): Promise<Address> {
  const me = { host: stage.customerAddress, port: await stage.bed.ports.port() };
  const name = `pbx-${me.port}`;
  const folder = stage.bed.makeFolder(name);
  const write = (file: string, content: string): string => {
    writeFileSync(join(folder, file), content);
    return join(folder, file);
  };
  const guide = guideOf('kamailio');
  // The folder of the tables and the address of the proxy are those of the customer's machine.
  const included = fileOf(guide, 'trunkline.cfg', values)
    .replace('/etc/kamailio/trunkline', folder)
    .replace('203.0.113.7:5060', `${me.host}:${me.port}`);
  if (values.username !== null)
    for (const file of ['uacreg', 'version']) write(file, fileOf(guide, `/${file}`, values));
  const service = stage.kamailio.address;
  const configuration = proxy({ me, phone, service, included: write('trunkline.cfg', included) });
  const program = stage.bed.start(name, 'kamailio', [
    '-f',
    write('kamailio.cfg', configuration),
    '-DD',
    '-E',
    '-Y',
    folder,
  ]);
  stage.onClose(() => program.stop());
  await until('the start of the proxy', () => {
    if (!program.isRunning) throw new Error(`the proxy has ended: ${program.log().slice(-800)}`);
    return isListening(me.port);
  });
  return me;
}

export const guides: readonly Story[] = [
  {
    title: 'takes calls to and from a Kamailio that is configured by its guide, and registers',
    seconds: 30,
    async play(stage) {
      const customer = await stage.customer();
      const trunk = await customer.createTrunk({ registration_mode: 'register' });
      const number = await customer.buyNumber({ trunk_id: trunk.id });
      const phone = await stage.callee();
      const values = valuesOf(stage, trunk, number);
      const via = await startProxy(stage, values, phone.address);
      await until('the registration of the proxy', () => isRegistered(customer, trunk), REGISTERED_MS);
      stage.proves('Kamailio registers with the files of the guide', true);
      const call = await stage.callAndWait(number);
      await stage.settled(customer, call, ANSWERED);
      stage.proves('a call to the number reaches the telephone behind it', call.final() === 200);
      const from = `${EXTENSION}@${stage.domain}`;
      const sent = await stage.callAndWait(stage.destination(), { via, from, host: '127.0.0.1' });
      await stage.settled(customer, sent, SENT_OUT);
      stage.proves('a call of the telephone behind it reaches the carrier with a digest', sent.final() === 200);
    },
  },
  {
    title: 'takes calls from a Kamailio that is configured by its guide, and is known by its address',
    async play(stage) {
      const { customer, number } = await addressedOffice(stage);
      const phone = await stage.callee();
      const values = valuesOf(stage, { credentials: null }, number);
      const via = await startProxy(stage, values, phone.address);
      const to = stage.destination();
      const call = await stage.callAndWait(to, { via, from: `${EXTENSION}@${stage.domain}`, host: '127.0.0.1' });
      await stage.settled(customer, call, SENT_OUT);
      stage.proves('a call of the telephone behind it reaches the carrier', call.final() === 200);
    },
  },
  {
    title: 'registers a baresip with the account of its guide, and calls it',
    async play(stage) {
      const customer = await stage.customer();
      const trunk = await customer.createTrunk({ registration_mode: 'register' });
      const number = await customer.buyNumber({ trunk_id: trunk.id });
      const account = fileOf(guideOf('baresip'), 'accounts', valuesOf(stage, trunk, number));
      const phone = await Baresip.start(stage.bed, { users: [], account, certificates: stage.lab.certificates });
      stage.onClose(() => phone.stop());
      await until('the registration of baresip', () => isRegistered(customer, trunk), REGISTERED_MS);
      stage.proves('baresip registers with the account of the guide', true);
      const call = await stage.callAndWait(number);
      await stage.settled(customer, call, ANSWERED);
      stage.proves('a call to the number is answered by it', call.final() === 200, () => phone.log());
    },
  },
];
