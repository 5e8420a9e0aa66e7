import { NativeSelect, Title } from '@mantine/core';
import {
  defaults,
  type RoutingProfileDetail,
  type RoutingProfileTargetUpdateRequest,
  type RoutingTarget,
  type TargetKind,
} from '@trunkline/client';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { EditForm } from '../../ui/forms/edit-form';
import type { BodyOf } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { toggle } from '../../ui/forms/toggles';
import { SubmitForm } from '../../ui/forms/submit-form';
import { useTrunkOptions } from '../numbers/routes';
import { UnreachableRoute } from '../trunks/unreachable-trunk';
import { useWebrtcUsers } from '../webrtc/use-users';
import { conditionRowOf, CONDITIONS } from './condition-fields';
import { conditionsOf } from './conditions';

const only = (kind: TargetKind) => ({ when: (values: Readonly<Record<string, unknown>>) => values['kind'] === kind });

const REFERENCES = {
  kind: fields.choice<TargetKind>('Calls go to a', {
    sip_trunk: 'SIP trunk',
    pstn_forward: 'Phone number',
    webrtc_user: 'WebRTC user',
    webhook: 'Webhook that decides',
  }),
  sip_trunk_id: {
    ...fields.picked('Choose a trunk.', only('sip_trunk')),
    draw: (input: fields.Input) => <TrunkSelect {...input} />,
  },
  pstn_forward_e164: fields.phone('Number', {
    description: 'The call over the phone network is charged as well.',
    placeholder: '+44 20 7946 0000',
    ...only('pstn_forward'),
  }),
  webrtc_user_id: {
    ...fields.picked('Choose a user.', only('webrtc_user')),
    draw: (input: fields.Input) => <UserSelect {...input} />,
  },
  webhook_url: fields.optionalText('URL', {
    type: 'url',
    description: 'Is asked during the call, and answers within two seconds where it goes.',
    placeholder: 'https://example.com/call',
    fault: fields.given('Enter a URL.'),
    ...only('webhook'),
  }),
};

const TARGET = {
  ...REFERENCES,
  weight: fields.integer('Weight', { description: 'Share of the calls, if the profile shares by weight.' }),
  enabled: toggle('Receives calls'),
  ...CONDITIONS,
  timezone: fields.below(
    <Title order={3} fz="sm">
      Conditions
    </Title>,
    CONDITIONS.timezone,
  ),
};

function TrunkSelect(props: fields.Input) {
  const { value = '' } = props;
  const trunks = useTrunkOptions(value);
  return (
    <>
      <NativeSelect label="Trunk" data={[{ value: '', label: 'Choose a trunk' }, ...trunks]} {...props} />
      <UnreachableRoute target={value} />
    </>
  );
}

function UserSelect(props: fields.Input) {
  const { users } = useWebrtcUsers();
  return (
    <NativeSelect
      label="WebRTC user"
      description="Rings the browsers in which the user is registered."
      data={[{ value: '', label: 'Choose a user' }, ...users]}
      {...props}
    />
  );
}

type Body = BodyOf<typeof TARGET>;

/** Kind and reference go together, and so do all conditions. A new kind clears the old reference. */
function requestOf(changes: Partial<Body>, body: Body): RoutingProfileTargetUpdateRequest {
  const { kind, sip_trunk_id, pstn_forward_e164, webrtc_user_id, webhook_url, weight, enabled, ...conditions } = body;
  const has = (table: object): boolean => Object.keys(table).some((name) => name in changes);
  return {
    ...(has(REFERENCES) && { kind, sip_trunk_id, pstn_forward_e164, webrtc_user_id, webhook_url }),
    ...('weight' in changes && { weight }),
    ...('enabled' in changes && { enabled }),
    ...(has(CONDITIONS) && { conditions: conditionsOf(conditions) }),
  };
}

interface CreateProps {
  readonly profileId: string;
  readonly onDone: () => void;
}

export function CreateTarget({ profileId, onDone }: CreateProps) {
  return (
    <SubmitForm
      fields={TARGET}
      start={{ ...defaults.RoutingProfileTargetCreateRequest, ...conditionRowOf(null, format.timeZone) }}
      label="Add"
      send={(body) =>
        trunkline.routingProfiles.targets.create(profileId, { ...requestOf(body, body), kind: body.kind })
      }
      reloads={['profiles']}
      onSent={onDone}
    />
  );
}

interface EditProps {
  readonly detail: RoutingProfileDetail;
  readonly target: RoutingTarget;
  readonly onDone: () => void;
}

/** Sends the version of the profile, because the targets within it have none. */
export function EditTarget({ detail, target, onDone }: EditProps) {
  const profileId = detail.profile.id;
  return (
    <EditForm<RoutingProfileDetail | RoutingTarget, typeof TARGET>
      fields={TARGET}
      row={detail}
      of={(read) => {
        const row = 'targets' in read ? (read.targets.find(({ id }) => id === target.id) ?? target) : read;
        return { ...row, ...conditionRowOf(row.conditions, format.timeZone) };
      }}
      save={(changes, options, body) =>
        trunkline.routingProfiles.targets.update(profileId, target.id, requestOf(changes, body), options)
      }
      load={() => trunkline.routingProfiles.get(profileId)}
      reloads={['profiles']}
      onSaved={onDone}
    />
  );
}
