// The deal chip: a click on [data-verify-record=ADDRESS] fetches that record, checks it here and
// writes what was found into the [data-verify-verdict] of the same [data-verify], or of the page.

const CHECKING = "Fetching the record and checking it here…";
const UNREACHABLE = "The record or the verifier could not be fetched. Try again.";

/** Checks the record of a chip and tells the verdict beside it. */
export async function check(chip) {
  const place = (chip.closest("[data-verify]") ?? document).querySelector("[data-verify-verdict]");
  place.setAttribute("role", "status");
  tell(place, "checking", CHECKING);
  try {
    const { state, sentence } = await verdictOn(chip.dataset.verifyRecord);
    tell(place, state, sentence);
  } catch {
    tell(place, "unread", UNREACHABLE);
  }
}

async function verdictOn(address) {
  const [{ verify }, answer] = await Promise.all([import("./verify.js"), fetch(address)]);
  const record = await answer.json();
  if (!answer.ok) return { state: "unread", sentence: record.detail ?? UNREACHABLE };
  const { holds, sentence } = await verify(record);
  return { state: holds ? "checked" : "differs", sentence };
}

function tell(place, state, sentence) {
  place.dataset.verifyState = state;
  place.textContent = sentence;
}

document.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-verify-record]");
  if (chip) check(chip);
});
