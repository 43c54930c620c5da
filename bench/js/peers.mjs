// One peer at one task: `node peers.mjs PEER/TASK ENTRANTS` prints the seconds of a typical run.
//
// In every match the one named first wins, as in our own runs. The clock is the smaller of what
// passed and what the processor spent: the one counts other programs, the other helper threads.

import Duel from 'duel';
import FFA from 'ffa';
import { BracketsManager } from 'brackets-manager';
import { InMemoryDatabase } from 'brackets-memory-db';
import { RoundRobin, Swiss } from 'tournament-pairings';
import Manager from 'tournament-organizer';

// As in bench/engine/clock.py.
const LEAST_RUNS = 3;
const MOST_RUNS = 99;
const MOST_SECONDS = 3;

const range = (n) => Array.from({ length: n }, (_, i) => i + 1);

class Clock {
  constructor() {
    this.wall = performance.now();
    this.cpu = process.cpuUsage();
  }

  seconds() {
    const { user, system } = process.cpuUsage(this.cpu);
    return Math.min((performance.now() - this.wall) / 1e3, (user + system) / 1e6);
  }
}

// The median; a run that gives seconds itself has measured a part of itself.
async function typical(once) {
  const spent = [];
  const total = new Clock();
  while (
    spent.length < LEAST_RUNS || (spent.length < MOST_RUNS && total.seconds() < MOST_SECONDS)
  ) {
    const clock = new Clock();
    const own = await once();
    spent.push(own ?? clock.seconds());
    if (total.seconds() > 3 * MOST_SECONDS) break; // so slow that the first run will do
  }
  spent.sort((a, b) => a - b);
  return spent[Math.floor(spent.length / 2)];
}

function finished(isDone, what) {
  if (!isDone) throw new Error(`${what} was not played to its end`);
}

async function doubleByBracketsManager(n) {
  const storage = new InMemoryDatabase();
  const manager = new BracketsManager(storage);
  await manager.create.stage({
    tournamentId: 0,
    name: 'bench',
    type: 'double_elimination',
    seeding: range(n).map((seed) => `Seed ${seed}`),
    settings: { grandFinal: 'double', seedOrdering: ['inner_outer'] },
  });
  // All matches are asked for once: the peer's own search after every result would be slower.
  const matches = await storage.select('match', { stage_id: 0 });
  for (const { id } of matches) {
    const match = await storage.select('match', id);
    if (match.status !== 2) continue; // ready
    await manager.update.match({
      id,
      opponent1: { score: 1, result: 'win' },
      opponent2: { score: 0, result: 'loss' },
    });
  }
  const played = (await storage.select('match', { stage_id: 0 })).filter((each) => each.status > 3);
  finished(played.length >= 2 * n - 2, `a bracket of ${n} with ${played.length} matches`);
}

function doubleByDuel(n) {
  const event = new Duel(n, { last: Duel.LB });
  for (const match of event.matches) {
    if (match.p[0] > 0 && match.p[1] > 0) event.score(match.id, [1, 0]);
  }
  finished(event.isDone(), `a duel of ${n}`);
}

function organized(n, format, rounds) {
  const event = new Manager().createTournament('bench', {
    stageOne: { format, rounds, consolation: false },
  });
  for (const seed of range(n)) event.createPlayer(`Seed ${seed}`, `${seed}`);
  event.startTournament();
  return event;
}

function doubleByOrganizer(n) {
  const event = organized(n, 'double-elimination');
  for (;;) {
    const open = event.getActiveMatches();
    if (!open.length) break;
    for (const match of open) event.enterResult(match.getId(), 1, 0);
  }
  finished(event.getMatches().every((each) => !each.isActive()), `a bracket of ${n}`);
}

function tablesByFfa(n) {
  const sizes = [];
  const advancers = [];
  for (let left = n; left > 4; left = 2 * Math.ceil(left / 4)) {
    sizes.push(4);
    advancers.push(2);
  }
  const event = new FFA(n, { sizes: [...sizes, 4], advancers });
  for (const match of event.matches) {
    event.score(match.id, match.p.map((_, index) => match.p.length - index));
  }
  finished(event.isDone(), `tables of ${n}`);
}

function robinByPairings(n) {
  const made = RoundRobin(range(n), 1, true);
  finished(made.length === (n * (n - 1)) / 2, `a round robin of ${n}`);
}

// Seconds of a round on average; only the pairing counts.
function swissByPairings(n) {
  const players = range(n).map((id) => ({ id, score: 0, avoid: [], seating: [], receivedBye: false }));
  const rounds = Math.ceil(Math.log2(n));
  let spent = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const clock = new Clock();
    const pairs = Swiss(players, round, false, true);
    spent += clock.seconds();
    const known = new Map(players.map((each) => [each.id, each]));
    for (const { player1, player2 } of pairs) {
      const [one, two] = [known.get(player1), known.get(player2)];
      one.score += 1;
      one.avoid.push(player2);
      two.avoid.push(player1);
      one.seating.push(1);
      two.seating.push(-1);
    }
  }
  return spent / rounds;
}

function swissByOrganizer(n) {
  const rounds = Math.ceil(Math.log2(n));
  const clock = new Clock();
  const event = organized(n, 'swiss', rounds);
  let spent = clock.seconds();
  for (let round = 1; round <= rounds; round += 1) {
    for (const match of event.getActiveMatches()) event.enterResult(match.getId(), 1, 0);
    if (round === rounds) break;
    const next = new Clock();
    event.nextRound();
    spent += next.seconds();
  }
  return spent / rounds;
}

const TASKS = {
  'brackets-manager/double': doubleByBracketsManager,
  'duel/double': doubleByDuel,
  'tournament-organizer/double': doubleByOrganizer,
  'ffa/tables': tablesByFfa,
  'tournament-pairings/robin': robinByPairings,
  'tournament-pairings/swiss': swissByPairings,
  'tournament-organizer/swiss': swissByOrganizer,
};

const [task, entrants] = process.argv.slice(2);
console.log(await typical(() => TASKS[task](Number(entrants))));
