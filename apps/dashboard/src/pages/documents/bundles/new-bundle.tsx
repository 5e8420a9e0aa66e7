import { Button, Card, Grid, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { NumberType } from '@trunkline/client';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { refresh } from '../../../session/refresh';
import { useSubmit } from '../../../ui/forms/use-submit';
import { Problem } from '../../../ui/problem';
import { Restricted } from '../../../ui/restricted';
import { DocumentsPage } from '../documents-page';
import { useEndUser } from '../end-users/end-user-choice';
import { numbersOf } from '../labels';
import { RequirementList } from '../requirements/requirement-list';
import { useRequirements } from '../requirements/use-requirements';
import { BundleFields, bundleFaults, bundleRequestOf, type BundleValues } from './bundle-fields';

const route = getRouteApi('/signed-in/documents/bundles/new');

export function NewBundle() {
  const mayChange = useMay()('compliance:write');
  return (
    <DocumentsPage title="Create a bundle">
      {mayChange ? <Form /> : <Restricted what="the form of a bundle" />}
    </DocumentsPage>
  );
}

const suggestedName = ({ country, number_type }: Pick<BundleValues, 'country' | 'number_type'>): string =>
  country && numbersOf(country, (number_type || null) as NumberType | null);

function Form() {
  const { country = '', type = '', end_user_id = '' } = route.useSearch();
  const navigate = useNavigate();
  const numbers = { country, number_type: type };
  const form = useForm<BundleValues>({
    initialValues: { ...numbers, name: suggestedName(numbers), end_user_id },
    validate: bundleFaults,
    // The suggestion follows the numbers until the user writes another name.
    onValuesChange: (values, before) => {
      const next = suggestedName(values);
      const last = suggestedName(before);
      if (next !== last && values.name === last) form.setFieldValue('name', next);
    },
  });
  const submit = useSubmit(
    form,
    (values) => trunkline.compliance.bundles.create(bundleRequestOf(values)),
    async ({ id }) => {
      await refresh('bundles');
      await navigate({ to: '/documents/bundles/$id', params: { id } });
    },
  );
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <form onSubmit={submit.onSubmit} noValidate>
          <Stack gap="sm">
            <BundleFields form={form} />
            <Problem error={submit.error} />
            <Button type="submit" loading={submit.isPending}>
              Create the draft
            </Button>
            <Text size="xs" c="dimmed">
              Nothing is submitted yet: documents are attached next.
            </Text>
          </Stack>
        </form>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Needed values={form.values} />
      </Grid.Col>
    </Grid>
  );
}

/** What the numbers require of the chosen end user. */
function Needed({ values: { country, number_type, end_user_id } }: { values: BundleValues }) {
  const { data: endUser } = useEndUser(end_user_id || undefined);
  const { data, error } = useRequirements({
    country: country || undefined,
    numberType: number_type || undefined,
    kind: endUser?.kind,
  });
  if (!country) return null;
  return (
    <Card withBorder>
      <Title order={2} mb="sm">
        What is required
      </Title>
      <Problem error={error} />
      {data && <RequirementList requirements={data} level={3} />}
      {!number_type && (
        <Text size="sm">
          A bundle for all types meets the requirements of each type that the end user can have. The draft lists them.
        </Text>
      )}
    </Card>
  );
}
