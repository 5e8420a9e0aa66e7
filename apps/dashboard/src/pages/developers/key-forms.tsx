import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type ApiKeyCreateRequest,
  type ApiKeySummary,
  type ApiKeyUpdateRequest,
  type CreatedApiKey,
  defaults,
} from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { usePasswordPrompt } from '../../session/password-prompt';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { Choice } from '../../ui/forms/choice';
import { EditForm } from '../../ui/forms/edit-form';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { lines } from '../../ui/forms/areas';
import { SubmitForm } from '../../ui/forms/submit-form';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/feedback/loaded';

const DAY_S = 86_400;
const SOONER_DAYS = [1, 7, 30, 90];

const nowS = (): number => Math.floor(Date.now() / 1000);

const lifetime: fields.Field<'never' | '30d' | '90d' | '365d', number | null> = {
  ...fields.choice('Expires', { never: 'Never', '30d': 'In 30 days', '90d': 'In 90 days', '365d': 'In one year' }),
  empty: 'never',
  read: () => 'never',
  write: (days) => (days === 'never' ? null : nowS() + Number.parseInt(days, 10) * DAY_S),
};

const NEW_KEY = {
  name: fields.name(),
  expires_at: lifetime,
  allowed_cidrs: lines('Allowed networks (optional)', {
    description: 'One CIDR per line, such as 203.0.113.0/24. Empty allows all.',
  }),
} satisfies FieldsFor<ApiKeyCreateRequest>;

export function CreateKey({ onCreated }: { onCreated: (key: CreatedApiKey) => void }) {
  const withPassword = usePasswordPrompt();
  return (
    <SubmitForm
      fields={NEW_KEY}
      start={defaults.ApiKeyCreateRequest}
      label="Create"
      above={
        <Text size="sm">
          A key has all scopes: it may do what the account may do, except what needs a signed-in user. For a program
          that needs less, create an <TextLink to="/developers/oauth-apps">OAuth app</TextLink>.
        </Text>
      }
      send={(body) => withPassword((password) => trunkline.apiKeys.create({ ...body, password }))}
      reloads={['keys']}
      onSent={onCreated}
    />
  );
}

/** The present expiry, the selected one, and those that are sooner. */
function expiries(selected: string, current: number | null, now: number) {
  const sooner = SOONER_DAYS.map((days) => ({ value: String(now + days * DAY_S), label: `In ${format.days(days)}` }));
  const options = [
    { value: String(current ?? ''), label: current === null ? 'Never' : format.day(current) },
    ...sooner.filter(({ value }) => current === null || Number(value) < current),
  ];
  const isListed = options.some(({ value }) => value === selected);
  return isListed ? options : [...options, { value: selected, label: selected && format.day(Number(selected)) }];
}

const keyFields = (current: number | null, now: number) => {
  const expiry: fields.Field<string, number, number | null> = {
    empty: '',
    read: (member) => String(member ?? ''),
    write: Number,
    draw: (input, { value, change }) => (
      <Choice
        {...input}
        label="Expires"
        description="Can only be moved to an earlier time. For a later expiry, create a new key."
        data={expiries(value, current, now)}
        value={value}
        onChoose={(chosen = '') => change(chosen)}
      />
    ),
  };
  return { name: fields.name(), expires_at: expiry } satisfies FieldsFor<ApiKeyUpdateRequest>;
};

/** Changes the name and the expiry of a key. What it may do and from where is fixed when it is created. */
export function EditKey({ apiKey: { id, name } }: { apiKey: ApiKeySummary }) {
  return (
    <DialogButton compact label="Edit" title={`Edit ${name}`}>
      {(close) => <KeyForm id={id} onSaved={close} />}
    </DialogButton>
  );
}

/** Reads the key anew, with its version, each time the dialog opens. */
function KeyForm({ id, onSaved }: { id: string; onSaved: () => void }) {
  const [now] = useState(nowS);
  const query = useQuery({
    queryKey: ['key', id],
    queryFn: ({ signal }) => trunkline.apiKeys.get(id, { signal }),
    gcTime: 0,
  });
  return (
    <Loaded query={query} height={160}>
      {(key) => (
        <EditForm
          fields={keyFields(key.expires_at, now)}
          row={key}
          save={(changes, options) => trunkline.apiKeys.update(id, changes, options)}
          load={() => trunkline.apiKeys.get(id)}
          reloads={['keys']}
          onSaved={onSaved}
        />
      )}
    </Loaded>
  );
}
