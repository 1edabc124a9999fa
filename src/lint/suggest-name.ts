import { nameDistance } from "./name-distance.ts";

/** The longest name that is anything like a field's. In UTF-16 units. */
const LONGEST = 64;

/**
 * The one candidate that a name is a misspelling of; `undefined` where none, or
 * more than one, is as near.
 */
export function suggestName(
  name: string,
  candidates: Iterable<string>,
): string | undefined {
  if (name.length > LONGEST) {
    return undefined;
  }
  let nearest: string[] = [];
  let least = mostMistakes(name);
  for (const candidate of candidates) {
    const distance = distanceOf(name, candidate, least);
    if (distance < least) {
      least = distance;
      nearest = [candidate];
    } else if (distance === least) {
      nearest.push(candidate);
    }
  }
  return nearest.length === 1 ? nearest[0] : undefined;
}

/** Short names are too like each other to be told apart by much. */
function mostMistakes({ length }: string): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/** Another case, or an underscore, is none of the mistakes that count. */
function distanceOf(name: string, candidate: string, most: number): number {
  return nameDistance(folded(name), folded(candidate), most);
}

function folded(name: string): string {
  return name.replace(/[_-]/g, "").toLowerCase();
}
