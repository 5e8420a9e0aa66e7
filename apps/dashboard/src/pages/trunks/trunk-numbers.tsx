import type { SipTrunkDetail } from '@trunkline/client';
import { format } from '../../format';
import { TextLink } from '../../ui/links';

const numbersText = (count: number): string => (count === 1 ? '1 number' : `${format.count(count)} numbers`);

/** The numbers whose calls reach the trunk: those that route to it, and those of each routing profile with it as a target. */
export function TrunkNumbers({ trunk: { id, number_count, profiles } }: { trunk: SipTrunkDetail }) {
  const used = profiles.filter((profile) => profile.number_count > 0);
  return (
    <>
      {(number_count > 0 || used.length === 0) && (
        <TextLink to="/numbers" search={{ route: id }}>
          {numbersText(number_count)}
        </TextLink>
      )}
      {used.map((profile) => (
        <span key={profile.id}>
          <TextLink to="/numbers" search={{ route: profile.id }}>
            {numbersText(profile.number_count)}
          </TextLink>{' '}
          through {profile.name}
        </span>
      ))}
    </>
  );
}
