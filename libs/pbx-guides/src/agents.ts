import { json, quoted } from './escapes';
import {
  addressOf,
  fields,
  file,
  type Guide,
  type GuidePart,
  networksOf,
  passwordOf,
  text,
  type TrunkValues,
} from './values';

/** Calls of the trunk that end at a service are sent to a gateway of the trunk. */
const gatewayFields = (host: string, port: number, transport: string): GuidePart =>
  fields('Here: add a gateway to the trunk', [
    ['Host', host],
    ['Port', String(port)],
    ['Transport', transport],
  ]);

/** Services that call out are known by digest: their addresses are shared by all of their customers. */
function authentication({ username }: TrunkValues): readonly GuidePart[] {
  if (username !== null) return [];
  return [
    text(
      'For calls that the agent places, use a trunk that registers: its user name and password identify the calls, although nothing has to register. The addresses of such services are shared by all of their customers.',
    ),
  ];
}

const LIVEKIT_TRANSPORTS = { udp: 'SIP_TRANSPORT_UDP', tcp: 'SIP_TRANSPORT_TCP', tls: 'SIP_TRANSPORT_TLS' } as const;
const LIVEKIT_MEDIA = {
  off: 'SIP_MEDIA_ENCRYPT_DISABLE',
  optional: 'SIP_MEDIA_ENCRYPT_ALLOW',
  required: 'SIP_MEDIA_ENCRYPT_REQUIRE',
} as const;

const DISPATCH_RULE = {
  dispatch_rule: {
    rule: { dispatchRuleIndividual: { roomPrefix: 'call-' } },
    roomConfig: { agents: [{ agentName: 'my-agent' }] },
  },
};

const livekit: Guide = {
  id: 'livekit',
  name: 'LiveKit',
  group: 'agent',
  tried: null,
  parts: (values) => {
    const { name, number, username, transport, sipNetworks, encryption } = values;
    const inbound = {
      trunk: {
        name,
        numbers: [number],
        ...(sipNetworks.length > 0 && { allowed_addresses: sipNetworks }),
        media_encryption: LIVEKIT_MEDIA[encryption],
      },
    };
    const outbound = {
      trunk: {
        name,
        address: addressOf(values),
        transport: LIVEKIT_TRANSPORTS[transport],
        numbers: [number],
        ...(username !== null && { auth_username: username, auth_password: passwordOf(values) }),
        media_encryption: LIVEKIT_MEDIA[encryption],
      },
    };
    return [
      gatewayFields('PROJECT.sip.livekit.cloud', 5061, 'TLS'),
      text('PROJECT is your project ID without p_. Calls to your numbers need an inbound trunk:'),
      file('inbound-trunk.json', [json(inbound)]),
      text('And a dispatch rule, which gives each call a room with your agent. Replace my-agent by its name:'),
      file('dispatch-rule.json', [json(DISPATCH_RULE)]),
      text('Calls that the agent places need an outbound trunk:'),
      file('outbound-trunk.json', [json(outbound)]),
      file('Commands', [
        'lk sip inbound create inbound-trunk.json',
        'lk sip dispatch create dispatch-rule.json',
        'lk sip outbound create outbound-trunk.json',
      ]),
      ...authentication(values),
    ];
  },
};

const openai: Guide = {
  id: 'openai',
  name: 'OpenAI',
  group: 'agent',
  tried: null,
  parts: (values) => [
    text(
      'OpenAI finds a project by the user of the request URI, in which Trunkline sends the number called. A proxy of yours rewrites it: here Kamailio, for the calls that this trunk sends to it.',
    ),
    file('kamailio.cfg', [
      'route[TO_OPENAI] {',
      `  $ru = ${quoted('sip:PROJECT_ID@sip.api.openai.com;transport=tls')};`,
      '  record_route();',
      '  t_relay();',
      '  exit;',
      '}',
    ]),
    text(
      'PROJECT_ID begins with proj_ and stands in the settings of the project. Add a webhook for realtime.call.incoming there: it accepts or rejects each call. Signalling needs TLS, so load tls.so in the proxy. The number called is in To and in X-Svc-Number.',
    ),
    ...authentication(values),
  ],
};

const elevenlabs: Guide = {
  id: 'elevenlabs',
  name: 'ElevenLabs',
  group: 'agent',
  tried: null,
  parts: (values) => {
    const { number, username, transport, encryption } = values;
    return [
      gatewayFields('sip.rtc.elevenlabs.io', 5061, 'TLS'),
      fields('Phone numbers, Import number, From SIP trunk', [
        ['Phone number', number],
        ['Media encryption', encryption === 'off' ? 'Disabled' : encryption === 'required' ? 'Required' : 'Allowed'],
        ['Outbound: address', addressOf(values)],
        // The service offers no UDP.
        ['Outbound: transport type', transport === 'udp' ? 'TCP' : transport.toUpperCase()],
        username !== null && ['Outbound: SIP trunk username', username],
        username !== null && ['Outbound: SIP trunk password', passwordOf(values)],
        ['Inbound: allowed addresses', networksOf(values)],
      ]),
      text('Then assign an agent to the number.'),
      ...authentication(values),
    ];
  },
};

const retell: Guide = {
  id: 'retell',
  name: 'Retell',
  group: 'agent',
  tried: null,
  parts: (values) => {
    const { number, username, transport } = values;
    const body = {
      phone_number: number,
      termination_uri: addressOf(values),
      ...(username !== null && {
        sip_trunk_auth_username: username,
        sip_trunk_auth_password: passwordOf(values),
      }),
      transport: transport.toUpperCase(),
    };
    return [
      gatewayFields('sip.retellai.com', 5060, 'TCP'),
      text('Import the number, with your API key as bearer token:'),
      file('POST https://api.retellai.com/import-phone-number', [json(body)]),
      text(
        'Then bind an agent to the number. Retell calls from 18.98.16.120/30, and in the United States also from 143.223.88.0/21 and 161.115.160.0/19.',
      ),
      ...authentication(values),
    ];
  },
};

const vapi: Guide = {
  id: 'vapi',
  name: 'Vapi',
  group: 'agent',
  tried: null,
  parts: (values) => {
    const { name, number, server, port, username } = values;
    const credential = {
      provider: 'byo-sip-trunk',
      name: name.slice(0, 40),
      gateways: [{ ip: server, port, inboundEnabled: false }],
      outboundLeadingPlusEnabled: true,
      ...(username !== null && {
        outboundAuthenticationPlan: { authUsername: username, authPassword: passwordOf(values) },
      }),
    };
    const phone = { provider: 'byo-phone-number', number, credentialId: 'CREDENTIAL_ID' };
    return [
      text('Create the trunk, with your API key as bearer token:'),
      file('POST https://api.vapi.ai/credential', [json(credential)]),
      text(
        'Vapi accepts calls from IPv4 addresses only: for them, add a gateway for each address of the switch, with inboundEnabled. Then add the number, with the ID of the response:',
      ),
      file('POST https://api.vapi.ai/phone-number', [json(phone)]),
      gatewayFields('the host that Vapi shows for the trunk', 5060, 'UDP'),
      text('Vapi calls from 44.229.228.186 and 44.238.177.138.'),
      ...authentication(values),
    ];
  },
};

export const agents: readonly Guide[] = [livekit, openai, elevenlabs, retell, vapi];
