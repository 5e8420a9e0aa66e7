import { Checkbox, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { OAuthApp, OAuthAppCreateRequest, OAuthScope } from '@trunkline/client';
import { ALL_SCOPES, SCOPES } from '../oauth/scopes';

export interface AppValues extends Record<string, unknown> {
  name: string;
  description: string;
  homepage_url: string;
  redirect_uris: string;
  max_scopes: string[];
}

export const valuesOf = (app?: OAuthApp): AppValues => ({
  name: app?.name ?? '',
  description: app?.description ?? '',
  homepage_url: app?.homepage_url ?? '',
  redirect_uris: app?.redirect_uris.join('\n') ?? '',
  max_scopes: [...(app?.max_scopes ?? ['numbers:read'])],
});

export const requestOf = (values: AppValues): OAuthAppCreateRequest => ({
  name: values.name.trim(),
  description: values.description.trim() || null,
  homepage_url: values.homepage_url.trim() || null,
  redirect_uris: values.redirect_uris.split(/\s+/).filter(Boolean),
  max_scopes: values.max_scopes as OAuthScope[],
});

/** The fields of an OAuth application. */
export function AppFields({ form, isReadOnly = false }: { form: UseFormReturnType<AppValues>; isReadOnly?: boolean }) {
  return (
    <>
      <TextInput label="Name" disabled={isReadOnly} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label="Description (optional)"
        description="Shown when the application asks for access."
        disabled={isReadOnly}
        {...form.getInputProps('description')}
      />
      <TextInput
        label="Home page (optional)"
        placeholder="https://app.example.com"
        disabled={isReadOnly}
        {...form.getInputProps('homepage_url')}
      />
      <Textarea
        label="Redirect URIs"
        description="One per line. They are compared character for character; http is for localhost only, with any port."
        placeholder="https://app.example.com/callback"
        autosize
        minRows={2}
        disabled={isReadOnly}
        {...form.getInputProps('redirect_uris')}
      />
      <Checkbox.Group
        label="Scopes that it can request"
        description="Users can grant fewer. A scope that you remove later is revoked for all users at once."
        {...form.getInputProps('max_scopes')}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
          {ALL_SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={scope} disabled={isReadOnly} title={SCOPES[scope]} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </>
  );
}
