import { Group, Stack, Text } from '@mantine/core';
import type { Cart, CartItem, ComplianceBundle } from '@trunkline/client';
import { useMay } from '../../session/account';
import { Choice } from '../../ui/forms/choice';
import { Loading } from '../../ui/feedback/loaded';
import { ButtonLink, TextLink } from '../../ui/links';
import { Note } from '../../ui/feedback/note';
import { Problem } from '../../ui/feedback/problem';
import { bundleOption } from '../documents/bundles/bundle-status';
import { fitsItem, isFor, restrictedPlaces } from '../documents/bundles/fitting';
import { useBundles } from '../documents/bundles/use-bundles';
import { numbersOf } from '../documents/labels';

interface Fitting {
  /** The bundles that fit every number of the cart that needs documents, since a checkout has one bundle. */
  readonly forAll: readonly ComplianceBundle[];
  readonly bundles: readonly ComplianceBundle[];
  readonly isPending: boolean;
  readonly error: Error | null;
}

export function useFittingBundles({ items }: Cart): Fitting {
  const { bundles, ...state } = useBundles(restrictedPlaces(items).map(({ country }) => country));
  const restricted = items.filter(({ requires_activation }) => requires_activation);
  const forAll = bundles.filter((bundle) => restricted.every((item) => fitsItem(bundle, item)));
  return { ...state, bundles, forAll };
}

interface Props {
  readonly cart: Cart;
  readonly fitting: Fitting;
  readonly bundleId: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

/** Names the numbers that need documents, and offers approved bundles, drafts and a new bundle for them. */
export function CartDocuments({ cart, fitting, bundleId, onChoose }: Props) {
  const may = useMay();
  const places = restrictedPlaces(cart.items);
  const { forAll, isPending, error } = fitting;
  if (places.length === 0) return null;
  if (!may('compliance:read')) {
    return (
      <Note state="warn" title="Some numbers need documents">
        <Text size="sm">
          Your role cannot see documents. The numbers are bought, and wait until a member attaches an approved bundle.
        </Text>
      </Note>
    );
  }
  return (
    <Stack gap="sm">
      <Problem title="The bundles could not be loaded" error={error} />
      {isPending && <Loading height={60} />}
      {forAll.length > 0 && (
        <Choice
          label="Bundle of documents"
          none="None yet"
          data={forAll.map(bundleOption)}
          value={bundleId}
          onChoose={onChoose}
        />
      )}
      {!isPending &&
        forAll.length === 0 &&
        places.map((place) => (
          <Missing
            key={`${place.country} ${place.number_type}`}
            items={cart.items.filter(
              (item) => item.country === place.country && item.number_type === place.number_type,
            )}
            bundles={fitting.bundles}
          />
        ))}
      {bundleId === undefined && (
        <Text size="xs" c="dimmed">
          Numbers that are bought without an approved bundle are charged and wait for documents. You can attach a bundle
          later.
        </Text>
      )}
    </Stack>
  );
}

interface MissingProps {
  /** Of one country and type. */
  readonly items: readonly CartItem[];
  readonly bundles: readonly ComplianceBundle[];
}

/** Numbers of one country and type, in a cart whose numbers need different documents or have no bundle yet. */
function Missing({ items, bundles }: MissingProps) {
  const mayChange = useMay()('compliance:write');
  const [item] = items;
  if (!item) return null;
  const { country, number_type } = item;
  const ready = bundles.find((bundle) => fitsItem(bundle, item));
  const begun = bundles.find(
    (bundle) => isFor(bundle, item) && (bundle.status === 'draft' || bundle.status === 'rejected'),
  );
  return (
    <Note state="warn" title={items.length === 1 ? 'This number needs documents' : 'These numbers need documents'}>
      <Text size="sm">{numbersOf(country, number_type)}.</Text>
      {ready ? (
        <Text size="sm">
          The bundle <BundleLink bundle={ready} /> fits, but other numbers in the cart need other documents. Buy those
          separately, or attach the bundle to the number afterwards.
        </Text>
      ) : (
        mayChange && (
          <Group mt="xs" gap="sm">
            {begun && (
              <Text size="sm">
                Continue with <BundleLink bundle={begun} />, or:
              </Text>
            )}
            <ButtonLink to="/documents/bundles/new" search={{ country, type: number_type }} variant="default" size="xs">
              Prepare the documents
            </ButtonLink>
          </Group>
        )
      )}
    </Note>
  );
}

function BundleLink({ bundle: { id, name } }: { bundle: ComplianceBundle }) {
  return (
    <TextLink to="/documents/bundles/$id" params={{ id }}>
      {name}
    </TextLink>
  );
}
