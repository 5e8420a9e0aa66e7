import { comment, ini } from './escapes';
import { addressOf, file, type Guide, type GuideCodec, networksOf, passwordOf, text, type TrunkValues } from './values';

const CODECS: Readonly<Record<GuideCodec, string>> = {
  opus: 'opus',
  g722: 'g722',
  g711a: 'alaw',
  g711u: 'ulaw',
  g729: 'g729',
};
const DTMF = { rfc4733: 'rfc4733', sip_info: 'info', inband: 'inband' } as const;

const set = (name: string, value: string): string => `${name}=${ini(value)}`;

/** Finds the endpoint of a call from the switch: by the addresses that it sends from, or by a registration. */
function identityOf(values: TrunkValues): readonly string[] {
  const { domain, username, transport, sipNetworks, server } = values;
  if (username === null) {
    const matches = sipNetworks.length > 0 ? sipNetworks : [server];
    return ['', '[trunkline]', 'type=identify', 'endpoint=trunkline', ...matches.map((match) => set('match', match))];
  }
  return [
    '',
    '[trunkline]',
    'type=auth',
    'auth_type=userpass',
    set('username', username),
    set('password', passwordOf(values)),
    '',
    '[trunkline]',
    'type=registration',
    `transport=transport-${transport}`,
    'outbound_auth=trunkline',
    set('server_uri', uriOf(values)),
    set('client_uri', `sip:${username}@${domain}`),
    'contact_user=trunkline',
    'expiration=600',
    'retry_interval=30',
    // Finds the endpoint of a call by a parameter of the contact, whatever address it comes from.
    'line=yes',
    'endpoint=trunkline',
  ];
}

const uriOf = (values: TrunkValues): string => `sip:${addressOf(values)};transport=${values.transport}`;

const TLS = ['method=tlsv1_2', 'verify_server=yes', 'ca_list_file=/etc/ssl/certs/ca-certificates.crt'];

function transportOf({ transport }: TrunkValues): readonly string[] {
  const isTls = transport === 'tls';
  return [
    `[transport-${transport}]`,
    'type=transport',
    `protocol=${transport}`,
    `bind=0.0.0.0${isTls ? ':5061' : ''}`,
    ...(isTls ? TLS : []),
  ];
}

const ENCRYPTION = {
  off: ['media_encryption=no'],
  optional: ['media_encryption=sdes', 'media_encryption_optimistic=yes'],
  required: ['media_encryption=sdes'],
} as const;

function pjsipOf(values: TrunkValues): readonly (string | false)[] {
  const { name, domain, username, transport, encryption, codecs, dtmf } = values;
  return [
    `; ${comment(name)}`,
    ...transportOf(values),
    '',
    '[trunkline]',
    'type=endpoint',
    `transport=transport-${transport}`,
    'context=from-trunkline',
    'disallow=all',
    `allow=${codecs.map((codec) => CODECS[codec]).join(',')}`,
    'aors=trunkline',
    username !== null && 'outbound_auth=trunkline',
    set('from_domain', domain),
    `dtmf_mode=${DTMF[dtmf]}`,
    ...ENCRYPTION[encryption],
    'direct_media=no',
    'rtp_symmetric=yes',
    'force_rport=yes',
    '',
    '[trunkline]',
    'type=aor',
    set('contact', uriOf(values)),
    'qualify_frequency=30',
    ...identityOf(values),
  ];
}

function extensionsOf({ username, number }: TrunkValues): readonly string[] {
  const arriving =
    username === null
      ? ['exten => _[+0-9].,1,Goto(numbers,${EXTEN},1)']
      : ['exten => trunkline,1,Goto(numbers,${PJSIP_HEADER(read,X-Svc-Number)},1)'];
  return [
    '[from-trunkline]',
    ...arriving,
    '',
    '[numbers]',
    'exten => _[+0-9].,1,Dial(PJSIP/1000,30)',
    '',
    '[to-trunkline]',
    `exten => _+X.,1,Set(CALLERID(num)=${ini(number)})`,
    'same => n,Dial(PJSIP/${EXTEN}@trunkline)',
  ];
}

export const asterisk: Guide = {
  id: 'asterisk',
  name: 'Asterisk',
  group: 'pbx',
  tried: null,
  parts: (values) => [
    file('/etc/asterisk/pjsip.conf', pjsipOf(values)),
    file('/etc/asterisk/extensions.conf', extensionsOf(values)),
    text(
      'Keep your own transport if you have one, and name it in its place. Replace 1000 by the endpoint that takes your calls, and the caller ID by any active number of your account. Include the context to-trunkline in that of your telephones. Then load the files and look at the trunk:',
    ),
    file('asterisk -r', [
      'module reload res_pjsip.so',
      'dialplan reload',
      values.username === null ? 'pjsip show endpoint trunkline' : 'pjsip show registrations',
    ]),
    ...(values.username === null ? [text(`Calls arrive from ${networksOf(values)}: let them in.`)] : []),
  ],
};
