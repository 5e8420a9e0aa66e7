import { xml, xmlComment } from './escapes';
import {
  addressOf,
  fields,
  file,
  type Guide,
  networksOf,
  passwordOf,
  sdpNames,
  text,
  type TrunkValues,
} from './values';

const param = (name: string, value: string): string => `    <param name="${name}" value="${xml(value)}"/>`;

function gatewayOf(values: TrunkValues): readonly (string | false)[] {
  const { name, domain, username, transport } = values;
  const identity =
    username === null
      ? [param('register', 'false')]
      : [
          param('username', username),
          param('password', passwordOf(values)),
          param('register', 'true'),
          param('register-transport', transport),
          param('expire-seconds', '600'),
          param('retry-seconds', '30'),
          // A registered system is called at its contact: the number called is in To.
          param('extension', 'auto_to_user'),
        ];
  return [
    `<!-- ${xmlComment(name)} -->`,
    '<include>',
    '  <gateway name="trunkline">',
    param('realm', domain),
    param('from-domain', domain),
    param('proxy', `${addressOf(values)};transport=${transport}`),
    ...identity,
    param('caller-id-in-from', 'true'),
    param('ping', '25'),
    '  </gateway>',
    '</include>',
  ];
}

const OUT = '^\\+?([1-9]\\d{6,14})$';

/** The variable that encrypts the media of the leg to the gateway. */
const secureMediaOf = ({ encryption }: TrunkValues): string | null =>
  encryption === 'off' ? null : `nolocal:rtp_secure_media=${encryption === 'required' ? 'mandatory' : 'optional'}`;

function dialplanOf(values: TrunkValues): readonly (string | false)[] {
  const { number } = values;
  const media = secureMediaOf(values);
  const action = (application: string, data: string): string =>
    `      <action application="${application}" data="${xml(data)}"/>`;
  return [
    '<include>',
    '  <extension name="trunkline-out">',
    `    <condition field="destination_number" expression="${xml(OUT)}">`,
    action('set', `effective_caller_id_number=${number}`),
    // For the leg to the gateway: that of the telephone keeps its own codecs and encryption.
    action('export', `nolocal:absolute_codec_string=${sdpNames(values)}`),
    media !== null && action('export', media),
    action('bridge', 'sofia/gateway/trunkline/+$1'),
    '    </condition>',
    '  </extension>',
    '</include>',
  ];
}

const INCOMING: readonly string[] = [
  '<include>',
  '  <extension name="trunkline-in">',
  `    <condition field="destination_number" expression="${xml('^\\+?(\\d+)$')}">`,
  '      <action application="transfer" data="1000 XML default"/>',
  '    </condition>',
  '  </extension>',
  '</include>',
];

export const freeswitch: Guide = {
  id: 'freeswitch',
  name: 'FreeSWITCH',
  group: 'pbx',
  tried: null,
  parts: (values) => [
    file('conf/sip_profiles/external/trunkline.xml', gatewayOf(values)),
    file('conf/dialplan/default/trunkline.xml', dialplanOf(values)),
    file('conf/dialplan/public/trunkline.xml', INCOMING),
    text(
      'Replace 1000 by the extension that takes your calls. Calls out show the number above: any active number of your account can stand there. Then load the files and look at the gateway:',
    ),
    file('fs_cli', ['reloadxml', 'sofia profile external rescan', 'sofia status gateway trunkline']),
    text(
      `The profile external accepts calls from any address on port 5080. Allow only ${networksOf(values)} in your firewall${values.username === null ? ', and set the port of your gateway to 5080' : ''}.`,
    ),
  ],
};

export const fusionpbx: Guide = {
  id: 'fusionpbx',
  name: 'FusionPBX',
  group: 'pbx',
  tried: null,
  parts: (values) => {
    const { domain, username, transport, number } = values;
    const isRegistering = username !== null;
    const media = secureMediaOf(values);
    return [
      fields('Accounts, Gateways, Add', [
        ['Gateway', 'Trunkline'],
        isRegistering && ['Username', username],
        isRegistering && ['Password', passwordOf(values)],
        ['From Domain', domain],
        ['Proxy', addressOf(values)],
        ['Realm', domain],
        ['Expire Seconds', '600'],
        ['Register', isRegistering ? 'True' : 'False'],
        ['Retry Seconds', '30'],
        ['Register Transport', transport],
        ['Caller ID In From', 'True'],
        isRegistering && ['Extension', 'auto_to_user'],
        ['Codec Preferences', sdpNames(values)],
        ['Context', 'public'],
        ['Profile', 'external'],
        ['Enabled', 'True'],
      ]),
      fields('Advanced, Access Controls, providers', [['Allow', networksOf(values)]]),
      fields('Accounts, Extensions, each extension', [['Outbound Caller ID Number', number]]),
      text(
        'Any active number of your account can be the caller ID: without one, calls show the number of the extension and are rejected. Then add a destination for each of your numbers under Dialplan, Destinations, and a route for calls out under Dialplan, Outbound Routes, with the gateway Trunkline and numbers in E.164 with +. Status, SIP Status shows the gateway.',
      ),
      ...(media === null
        ? []
        : [fields('Dialplan, Dialplan Manager, the route for calls out, before bridge', [['action export', media]])]),
    ];
  },
};
