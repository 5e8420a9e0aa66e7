import { Box, Checkbox } from '@mantine/core';
import type { OAuthAppCreateRequest, OAuthAppStatus, OAuthScope } from '@trunkline/client';
import { words } from '../../format';
import { lines } from '../../ui/forms/areas';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { StatusMark } from '../../ui/feedback/status-mark';
import { ALL_SCOPES, SCOPES } from '../oauth/scopes';
import { Columns } from '../../ui/layout/columns';

const redirectUris: fields.Field<string, readonly string[]> = {
  ...lines('Redirect URIs', {
    description: 'One per line. They are compared character for character; http is for localhost only, with any port.',
    placeholder: 'https://app.example.com/callback',
  }),
  // A URI may contain commas.
  write: (value) => value.split(/\s+/).filter(Boolean),
};

const scopes: fields.Field<readonly OAuthScope[]> = {
  empty: ['numbers:read'],
  read: (member) => member,
  write: (value) => value,
  draw: ({ error, disabled = false }, { value, change }) => (
    <Checkbox.Group
      label="Scopes that it can request"
      description="Users can grant fewer. A scope that you remove later is revoked for all users at once."
      error={error}
      value={[...value]}
      onChange={(chosen) => change(ALL_SCOPES.filter((scope) => chosen.includes(scope)))}
    >
      <Box mt="xs">
        <Columns>
          {ALL_SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={scope} disabled={disabled} title={SCOPES[scope]} />
          ))}
        </Columns>
      </Box>
    </Checkbox.Group>
  ),
};

/** The fields of an OAuth application. */
export const APP = {
  name: fields.name(),
  description: fields.optionalText('Description (optional)', {
    description: 'Shown when the application asks for access.',
  }),
  homepage_url: fields.optionalText('Home page (optional)', { placeholder: 'https://app.example.com' }),
  redirect_uris: redirectUris,
  max_scopes: scopes,
} satisfies FieldsFor<OAuthAppCreateRequest>;

export function AppStatus({ status }: { status: OAuthAppStatus }) {
  return <StatusMark state={status === 'active' ? 'ok' : 'idle'} text={words(status)} />;
}
