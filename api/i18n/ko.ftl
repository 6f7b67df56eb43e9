### 프로그램의 한국어 문구.

## Sides and ranks

colour-black = 흑
colour-white = 백
rank-professional = 프로 { $grade }단
rank-dan = 아마 { $grade }단
rank-kyu = { $grade }급

## Amounts

zi-quarter = 1/4
zi-half = 1/2
zi-three-quarters = 3/4
zi-whole = { $whole }자
zi-part = { $part }자
zi-mixed = { $whole } { $part }자
list-separator = {", "}

## Values

value-none = 없음
value-erased = 기록은 요청에 따라 삭제됨
value-open = (미정)
value-deliberate = 고의
value-misread = 잘못 읽음
value-permitted = 심판의 허락을 받음
value-not-permitted = 허락 없음
value-hand-on = 손이 돌에서 떨어지지 않음
value-struck-out = 없음: 이 항목은 삭제됨
vote-counted = 찬성 { $for }, 반대 { $against }
move-pass = 착수포기

## Offices

role-organiser = 주최자
role-chief-arbiter = 심판장
role-deputy-chief-arbiter = 부심판장
role-arbiter = 심판
role-recorder = 기록원
role-panel-member = 중재위원
role-reviewer = 심사원
role-auditor = 감사원

## Results

result-won-by-count = { $winner } 계가승
result-won-by-resignation = { $winner } 불계승
result-won-by-time = { $winner } 시간승
result-won-by-forfeit = { $winner } 반칙승
result-won-by-warnings = { $winner } 승 (상대 경고 2회)
result-won-by-absence = { $winner } 부전승
result-won-by-ruling = { $winner } 판정승
result-won-by-sanction = { $winner } 승 (상대 징계)
result-won-by-margin = { $winner } { $margin } 승 ({ $by })
result-not-won = { $outcome } ({ $by })
result-with-state = { $result }, { $state }
result-none = 아직 결과 없음
result-draw = 무승부
result-both-lose = 양자 패
result-no-result = 무승부 처리(무효)
result-by-count = 계가
result-by-resignation = 불계
result-by-time = 시간패
result-by-forfeit = 반칙패
result-by-warnings = 경고 2회
result-by-absence = 부전
result-by-ruling = 판정
result-by-sanction = 징계
result-state-provisional = 미확인
result-state-confirmed = 확인됨
result-state-appealed = 이의신청 중
result-state-final = 확정

## Orders of rulings and decisions

order-void-move = 항목 { $entry }의 착수를 무효로 하고 돌을 들어낸다
order-move-stands = 항목 { $entry }의 돌은 그 자리에서 유효하다
order-restore-stones = { $colour }돌을 { $points }에 되돌려 놓는다
order-remove-stones = { $points }의 돌을 들어낸다
order-move-stone = { $from }의 돌을 { $to }(으)로 옮긴다
order-swap-players = 대국자의 흑백을 바꾸고 국면은 그대로 둔다
order-set-clock = 시계를 맞춘다: { $settings }
order-treat-as-pass = { $colour }의 시간 초과를 착수포기로 본다
order-award-points = 계가에서 { $points }은(는) { $colour }의 것으로 한다
order-resume = 대국을 재개하고 시계를 작동한다
order-set-result = 결과를 다음으로 정한다: { $result }
order-draw = 무승부로 한다
order-both-lose = 양자 패로 한다
order-no-result = 결과 없음으로 한다
order-replay = { $game }(으)로 다시 둔다
order-overturn = { $ruling }은(는) 효력을 잃는다

## Warnings, penalties, sanctions

warning-for = { $colour }에게 경고 1회
admonition-for = { $colour }에게 권고 1회
penalty-forfeit-turn = { $colour } 한 수 쉼
penalty-deduct-zi = { $colour }에서 { $amount } 공제
penalty-deduct-time = { $colour }의 시간에서 { $amount } 공제
penalty-lose-game = { $colour } 패
sanction-cancel-results = 성적 취소
sanction-lose-games = 해당 대국 패 처리
sanction-drop-place = 상금 순위 한 단계 하향
sanction-suspend = 출전 정지
sanction-censure = 공개 견책

## Clocks

clock-left = 제한시간 { $time } 남음
clock-periods-left = 초읽기 { $count }회 남음
clock-period-left = 이번 초읽기 { $time } 남음
clock-moves-left = 이번 구간에 { $count }수 남음
clock-used = { $time } 사용
clock-over = { $time } 초과
clock-running = 작동 중
clock-set-left = { $colour } 제한시간 { $time } 남음
clock-set-periods = { $colour } 초읽기 { $count }회 남음
clock-set-turn = { $colour } 현재 초읽기 중 { $time } 사용
clock-table = 각 시점의 양측 시계와 당시의 결과
clock-strip = 시계의 추이
clock-strip-reading = 막대는 한 수의 사용 시간, 높은 막대는 초읽기, 점선은 두 시계가 모두 멈춘 때를 나타낸다.
call-left = { $count }분 남음
call-minutes = { $count }분

## Boards

board-description = 유효한 착수 { $moves }수, 마지막 수 { $last }, { $colour } 차례, 따낸 돌: 흑 { $black }, 백 { $white }.
board-as-text = 글자로 된 바둑판
board-numbers = 숫자는 { $first }수부터의 착수이다.
board-unnumbered = 숫자가 없는 돌은 { $first }수 전부터 판에 있었거나 착수가 아닌 방법으로 놓였다.
board-triangle = △는 다툼이 된 항목에 관한 점이다.
board-square = □는 판정이 판에서 바꾼 점이다.
board-ring = 동그라미는 마지막 수이다.
scene-before = 항목 #{ $entry } 이전
scene-at = 항목 #{ $entry } 시점
scene-decided = 판정 { $decision } 이후

## Articles and findings

article-summary-unofficial = 요지(비공식):
article-of-event = 이 대회의 자체 규정
article-source = { $edition }판 중국어 원문에서 인용(오자 그대로). 원문 SHA-256:
finding-left-open = 조문이 정하지 않음.
finding-status-open = 미판정
finding-status-ruled = 조문대로 판정됨
finding-status-departed = 조문과 다르게 판정됨
finding-status-lapsed = 실효
finding-status-automatic = 자동으로 효력 발생
decider-automatic = 판정 없이 자동 발효
decider-arbiter = 심판
decider-chief-arbiter = 심판장
window-next-move = 상대의 다음 착수 전까지
window-any-move = 어느 쪽이든 다음 착수 전까지
window-colour-swap-last-move = 규칙이 정한 수까지
window-cycle-broken = 순환이 깨질 때까지
window-game-end = 종국까지
window-never = 언제든지
window-complaint = 기한 내 제기:
evidence-bytes = { $bytes }바이트
evidence-open = 공개
evidence-restricted = 비공개
evidence-file-awaited = 아직 도착하지 않음
evidence-file-kept = 보관 중
evidence-file-deleted = 삭제됨

## Breaches

breach-take-back = 무르기
breach-stone-dropped = 돌을 떨어뜨림
breach-stone-displaced = 돌이 밀림
breach-board-scattered = 판이 흐트러짐
breach-phone-rang = 휴대전화 울림
breach-phone-viewed = 휴대전화 화면을 봄
breach-smoking = 흡연
breach-talk = 대화
breach-consultation = 자료 참조
breach-disturbance = 방해
breach-left-game = 중도 퇴장
breach-stalling = 부당한 시간 끌기
breach-match-fixing = 승부 조작
breach-ceremony-missed = 의식 불참
breach-phone-used = 대회장 내 휴대전화 사용
breach-other = 기타
pause-schedule = 일정에 따름
pause-ruling = 판정을 위해
pause-fault = 고장
pause-consent = 양측 합의

## Appeals

appeal-status-filed = 접수됨
appeal-status-seated = 위원회 심리 중
appeal-status-decided = 결정됨
appeal-status-withdrawn = 철회됨
appeal-outcome-upheld = 인용
appeal-outcome-partly-upheld = 일부 인용
appeal-outcome-dismissed = 기각
appeal-outcome-out-of-time = 기한 경과

## Entries by their types

event-tournament-opened = 대회 개설
event-regulations-supplemented = 규정 보충
event-official-appointed = 임원 임명
event-official-relieved = 임원 해임
event-team-registered = 팀 등록
event-player-registered = 선수 등록
event-lineup-declared = 출전 명단
event-lot-committed = 추첨 사전 확약
event-lot-drawn = 추첨
event-round-paired = 대진 편성
event-pairing-changed = 대진 변경
event-player-withdrew = 기권
event-sanction-imposed = 징계
event-sanction-lifted = 징계 해제
event-standings-published = 순위 발표
event-round-closed = 라운드 종료
event-tournament-closed = 대회 종료
event-nigiri-held = 돌가리기
event-player-arrived = 선수 도착
event-player-absent = 선수 부재
event-game-started = 대국 시작
event-stone-played = 착수
event-turn-passed = 착수포기
event-captives-lifted = 따낸 돌 들어냄
event-clock-pressed = 시계 누름
event-clock-read = 시계 확인
event-byoyomi-read = 초읽기
event-seat-left = 이석
event-seat-retaken = 착석
event-breach-observed = 위반 확인
event-complaint-raised = 이의
event-consent-given = 동의
event-game-paused = 대국 중단
event-game-resumed = 대국 재개
event-times-confirmed = 사용 시간 확인
event-clock-fault-found = 시계 고장
event-relief-requested = 착수포기 처리 신청
event-move-sealed = 봉수
event-seal-opened = 봉수 개봉
event-end-proposed = 종국 제안
event-end-agreed = 종국 합의
event-end-declined = 종국 거부
event-dead-stones-agreed = 사석 합의
event-life-disputed = 사활 다툼
event-contested-point-found = 미결 지점 발견
event-board-counted = 계가
event-recount-requested = 재계가 요청
event-resigned = 기권(불계패)
event-result-confirmed = 결과 확인
event-ruling-made = 판정
event-warning-issued = 경고
event-admonition-given = 권고
event-penalty-imposed = 벌칙
event-entry-inserted = 누락 항목 추가
event-entry-corrected = 항목 정정
event-statement-taken = 진술
event-evidence-attached = 증거
event-appeal-filed = 이의신청 제출
event-panel-seated = 중재위원회 구성
event-appeal-decided = 이의신청 결정
event-appeal-withdrawn = 이의신청 철회

## Names of fields

label-about = 대상
label-accepted = 접수 시각
label-after = 이 뒤에
label-against = 이의 대상
label-allowed = 조문이 허용하는 판정
label-announced = 통보 시각
label-answers = 답변 대상
label-appeal-by = 신청인
label-area = 집과 돌
label-article = 조문
label-as-of = 기준 시점
label-authority = 결정 기관
label-by = 당사자
label-call = 읽은 내용
label-corrects = 정정 대상
label-decided-by = 판정인
label-decision = 판정
label-decides = 판정권자
label-window = 제기 기한
label-departure = 이탈
label-detected = 발견 시각
label-edition = 규칙
label-effect = 효과
label-entry = 항목
label-evidence = 증거
label-file = 파일
label-facts = 사실
label-finding = 인정
label-from = 진술인
label-game = 대국
label-games = 해당 대국
label-grounds = 신청 이유
label-hand = 손
label-happened = 발생 시각
label-intent = 의도
label-kind = 종류
label-leave = 허락
label-lifted = 들어낸 돌
label-moment = 시점
label-names = 언급된 조문
label-orders = 명령
label-outcome = 결론
label-panel = 위원
label-points = 지점
label-read-as = 다음으로 읽음
label-read-to = 초읽기 대상
label-reading = 시계 표시
label-reasons = 이유
label-recorded-by = 기록:
label-recused = 회피
label-relief = 청구 내용
label-result = 결과
label-result-now = 현재 결과
label-ruled = 판정 내용
label-ruling = 판정
label-says-dead = 죽었다고 주장하는 쪽
label-sha256 = SHA-256
label-signatures = 서명
label-stands = 효력
label-statement = 진술
label-status = 상태
label-stone = 돌
label-text = 발언
label-times = 시간대
label-tournament = 대회
label-until = 기한
label-voiced-by = 대신 말한 사람
label-vote = 표결
label-whom = 대상자
label-with = 공동 판정

## The dossier of an appeal

dossier-title = 이의신청 기록: { $appeal }
dossier-game = { $round }라운드 { $board }번 ({ $game })
dossier-as-of = 원장 항목 #{ $seq }, { $time } 접수
dossier-decisions = 판정의 경과
dossier-no-decision = 아직 판정이 없음.
dossier-stands = 유효
dossier-overturned = { $by }에 의해 취소됨
dossier-story = 경위
dossier-disputed = 쟁점
dossier-departure = 이 판정은 그 시점에 조문이 허용한 것에서 벗어남.
dossier-boards = 바둑판과 시계
dossier-not-named = 판정이 대상 항목을 밝히지 않음: 판정 전 마지막 수를 보임.
dossier-articles = 인용 조문
dossier-no-article = 인용된 조문 없음.
dossier-entries = 인용 항목
dossier-hash-rule = 항목의 해시는 0 바이트 하나와 항목 바이트의 SHA-256이다. 바이트는 이 문서 파일에 들어 있어 누구나 다시 계산할 수 있다.
dossier-head = 당시 원장의 마지막 항목은 #{ $seq }, 해시는 { $hash }.
dossier-bytes = 항목의 바이트
dossier-checkpoint = 각 항목은 { $origin }이(가) 항목 { $size }개에 서명한 체크포인트(루트 { $root })로 증명된다.
dossier-unsigned = 이 문서의 항목을 포함하는 서명된 체크포인트가 아직 없다.
dossier-proofs = 항목의 증명 (C2SP tlog-proof)

## The frame of the pages

page-skip = 본문으로 건너뛰기
page-way = 현재 위치
page-ledger = 원장
page-size = 크기
page-entries = 항목 수: { $size }
page-last-hash = 마지막 항목의 해시
page-check = 데이터 폴더가 있으면 다음 명령으로 모두 검증할 수 있습니다:
page-language = 언어
page-events = 대회
page-no-events = 볼 수 있는 대회가 없습니다.
page-for-programs = 프로그램용
page-keys = 단축키
page-keys-only-show = 키는 보기에만 쓰이며 아무것도 기록하지 않습니다.
page-letter-keys = 한 글자 단축키 사용
page-close = 닫기
page-round = { $number }라운드
page-board = { $number }번 대국판
page-rounds-of = 총 { $of }라운드 중 { $rounds }라운드
page-closed = 종료
page-under-way = 진행 중
key-help = 이 도움말
key-close = 열린 것을 닫기

## Signing in

sign-in = 로그인
sign-out = 로그아웃
sign-as = 로그인:
sign-keeper = 서비스 관리자
sign-refused = 로그인하지 못했습니다
sign-explained = 임원은 서비스 관리자에게 받은 토큰으로 로그인합니다. 보기만 할 때는 필요 없습니다.
sign-token = 토큰

## Problems

problem-meaning = 이것의 의미
problem-trace = 추적 번호
problem-again = 같은 요청이 나중에는 통할 수 있습니다.
problem-not-again = 같은 요청은 나중에도 통하지 않습니다.
problem-code = 코드
problem-status = HTTP 상태

## Tournaments

page-parts = 이 페이지의 내용
page-rounds = 라운드
page-no-rounds = 아직 대진이 없습니다.
page-not-opened = 이 원장에는 대회가 없습니다.
page-players = 참가자: { $players }
page-starts = 시작:
page-boards-of = { $number }라운드의 대국
page-board-short = 판
page-round-short = 라운드
page-pairing = 흑, 백
page-moves = 수
page-byes = 부전:
page-open-findings = 미결: { $count }
page-nigiri = 돌가리기로 정함
page-standings-after = { $number }라운드 후 순위.
page-origin = 숫자를 누르면 그 근거를 볼 수 있습니다.
page-place = 순위
page-name = 이름
page-rank = 단급위
page-number = 번호
page-separated = 다음 순위와의 구분
page-open-games = 미결:
page-provisional = 미확인:
page-appealed = 이의 제기 중:
page-lifted = 해제됨
page-cross-signs = 12+b: 12번에게 흑으로 승; − 패, = 무승부, # 양쪽 패, x 취소, ! 대국 없음.
page-by = 기록자
key-round = 이전·다음 라운드
tab-boards = 대국
tab-standings = 순위
tab-crosstable = 대진표
tab-moves = 착수
tab-clock = 시계
tab-timeline = 경과
tab-findings = 판정
game-status-paired = 대진됨
game-status-playing = 대국 중
game-status-paused = 중단
game-status-sealed = 봉수
game-status-ending = 종국 합의
game-status-counting = 계가 중
game-status-finished = 종료
game-status-confirmed = 확인됨
explain-title = { $name }: { $round }라운드 후 { $place }위
explain-bouts = 라운드별 내역
explain-opponent = 상대
explain-points = 승점
explain-worth = 상대에게서 얻는 점
explain-bye = 부전승
explain-sums = 합계
explain-in-force = 이 대회의 방식; 최고점 { $highest }
explain-otherwise = 다른 방식; 최고점 { $highest }
explain-order = 순위 결정 기준
explain-above = 위 순위와의 구분,
explain-below = 아래 순위와의 구분,
explain-nothing = 구분 없음, 공동 순위
bout-won = 승
bout-drew = 무승부
bout-lost = 패
bout-both-lost = 양쪽 패
bout-cancelled = 취소
basis-played = 대국
basis-sanction = 제재에 의함
basis-withdrawal = 기권에 의함

## A game

game-board = 바둑판
game-to-play = 차례
game-at-move = { $number }수 후의 바둑판
game-lost-stones = 잡힌 돌: { $count }
game-warnings = 경고: { $count }
game-replayed-as = 재대국:
game-ruling-published = 결정 { $ruling } 공표: { $outcome }
game-steps = 앞뒤로 이동
game-first = 첫 장면
game-back-ten = 10수 뒤로
game-back = 한 수 뒤로
game-on = 한 수 앞으로
game-on-ten = 10수 앞으로
game-last = 현재
game-move = 수
game-go = 이동
game-looks = 바둑판 표시
game-coordinates = 좌표
game-numbers = 수순 번호
game-turned = 반대편에서
game-incidents = 사건
game-incident-before = 이전 사건
game-incident-after = 다음 사건
game-no-moves = 아직 둔 수가 없습니다.
game-voided = 결정으로 물린 수:
game-clocks-at = { $number }수 후의 시계
game-to-call = 계속 생각할 때의 초읽기
game-no-clock = 이 대국에는 시계 기록이 없습니다.
game-nothing = 아직 기록이 없습니다.
game-part = 전체 { $all }건 중 { $from }~{ $to }
game-parts = 경과 나누어 보기
game-earlier = 이전
game-later = 다음
game-amended = 정정
game-no-findings = 규칙상 지적도 결정도 없습니다.
game-findings = 판정과 결정
game-overturned = 취소됨
game-fold = 모두 접기
game-unfold = 모두 펼치기
penalty-name-forfeit-turn = 한 수 쉼
penalty-name-deduct-zi = 집 감점
penalty-name-deduct-time = 시간 감산
penalty-name-lose-game = 패배
event-overturned = 결정 취소
event-struck-out = 삭제
event-set-apart = 분리
key-step = 한 수 뒤로·앞으로
key-ten = 10수 뒤로·앞으로
key-ends = 처음·현재
key-go-to = 수 지정
key-incident = 다음·이전 사건
key-fold = 모두 접기·펼치기
key-coordinates = 좌표
key-numbers = 수순 번호
key-turn = 바둑판 돌리기
key-tab = 착수·시계·경과·판정

## Standings

criterion-total-score = 총점
criterion-points = 승점
criterion-opponents = 상대 승점 합계
criterion-beaten = 이긴 상대의 승점
criterion-warnings = 경고 횟수
criterion-wins = 승국 수
criterion-direct = 승자승
criterion-sos = SOS
criterion-sos1 = SOS-1(최저 제외)
criterion-sos2 = SOS-2(최저 둘 제외)
criterion-sosos = SOSOS
criterion-sodos = SODOS
criterion-cumulative = 누적점
criterion-boards = 판 순서 비교
criterion-rating = 레이팅
criterion-playoff = 플레이오프
criterion-lot = 추첨
criterion-elimination = 늦은 탈락
unplaced-withdrew-before-start = 1라운드 전 기권
unplaced-results-void = 조기 기권으로 전 성적 무효
pmax-scored = 실제 최고 승점
pmax-possible = 가능한 최고 승점
format-swiss = 스위스 방식
format-round-robin = 리그전
format-double-round-robin = 더블 리그전
format-multi-round-robin = 다중 리그전
format-knockout = 토너먼트
format-double-knockout = 더블 일리미네이션
format-multi-knockout = 다패 탈락 토너먼트
format-swiss-knockout = 스위스 방식과 토너먼트
format-match = 번기
format-win-and-stay = 연승전
edition-cn-1988 = 중국 바둑경기규칙 1988년판
edition-cn-2002 = 중국 바둑경기규칙 2002년판

# An anti-cheating review: its report and its page.
review-title = 심사 {$review}: 보고서
review-not-a-verdict = 이 보고서는 수치와 그 근거를 제시할 뿐, 누가 무엇을 했는지 말하지 않는다. 이후의 판단은 결정권자의 몫이다.
review-done = 수행한 일
review-figures = 수치와 비교 대상
review-moves = 살펴볼 수
review-clears = 대국자에게 유리한 점
review-limits = 방법의 한계
review-course = 심사 경과
review-notes = 심사원 의견
review-answers = 대국자의 진술
review-conclusions = 결론과 이의신청
review-evidence = 증거
review-player = 대국자 {$label}
review-tournament = 대회
review-occasion = 계기
review-question = 질문
review-reviewers = 심사원
review-games = 대국
review-standard = 증명 기준
review-opened-at = 개시
review-status = 상태
review-status-open = 진행 중
review-status-concluded = 종결
review-status-appealed = 이의신청 중
review-method = 방법 {$number}: {$name}
review-method-rule = 집계 전에 제외: 1수부터 {$opening}수까지, 한쪽 승률이 {$settled}% 이상인 수, 다른 수가 모두 첫째 후보보다 {$forced}집 이상 못한 수, 탐색 횟수가 {$visits} 미만인 국면. 첫째와 대등: 손실 {$near}집 이하. 빠른 수: {$quick}ms 미만. {$moves}수 미만의 수치는 제시하지 않으며 z값에는 구성원 {$group}개가 필요하다.
review-method-changed = 변경: {$reason}
review-engine = 엔진
review-engine-said = {$program} {$version}, 신경망 {$network}, 국면당 {$visits}회 탐색, {$when}
review-no-engine = 엔진 응답이 없어 시간 수치만 있다.
review-group = 비교 집단
review-group-said = {$name}: 구성원 {$members}
review-no-group = 지정되지 않았거나 없어 비교하지 않는다.
review-computed = {$program}이(가) 대회 기록의 {$seq}번 항목까지로 계산함.
review-figure = 수치
review-whose-subject = 대상 대국
review-whose-opponent = 상대
review-whose-other-games = 다른 대국
review-whose-reference = 비교 집단
review-z = z값
review-too-few = 너무 적음 (n {$n})
review-value = {$value} ± {$spread} (n {$n})
review-figure-time-mean-s = 한 수 시간 평균(초)
review-figure-time-median-s = 한 수 시간 중앙값(초)
review-figure-quick-share = 빠른 수 비율
review-figure-time-variation = 시간의 고르지 않음(표준편차/평균)
review-figure-time-unknown-share = 시간 불명 비율
review-figure-time-choice-correlation = 시간과 선택 폭의 순위 상관
review-figure-first-choice-share = 첫째 후보 비율
review-figure-first-choice-weighted = 같음, 선택 폭으로 가중
review-figure-near-equal-share = 첫째와 대등한 비율
review-figure-rank-mean = 후보 중 순위 평균
review-figure-points-lost-mean = 한 수 손실 평균(집)
review-figure-left-out-share = 제외된 수 비율
review-times-drawn = 시간대별 수의 개수
review-members-drawn = {$figure}: 비교 집단과 대국자
review-no-moves = 따로 살필 수가 없다.
review-move = {$game}, {$number}수: {$point}
review-move-said = 순위 {$rank}, 손실 {$lost}집, 선택 폭 {$choice}집, 시간 {$time}
review-move-first = A: 엔진의 첫째 후보
review-unknown = 불명
review-moves-rule = 대국자마다 집계된 수 가운데 선택 폭이 가장 큰, 첫째 후보와 일치한 {$count}수와 손실이 가장 큰 {$count}수를 보인다.
review-absences = 이석
review-absence = {$game}: {$from}부터 {$until}까지 이석, 다음 {$next}수, {$choices}
review-absence-none = 이석 기록이 없다.
review-absence-rank = 엔진의 {$rank}번째 후보
review-absence-unranked = 후보 밖 또는 불명
review-clear-within = {$figure}: {$value}은(는) 비교 집단의 표준편차 하나 이내(z {$z}).
review-clear-other = {$figure}: {$value}, 이 대국자의 다른 대국에서는 {$other}.
review-clear-opponent = {$figure}: {$value}, 같은 대국의 상대는 {$other}.
review-clear-lost = 집계한 {$of}수 가운데 {$count}수가 각각 {$points}집 이상 손실.
review-clear-seat = 이 대국들에 이석 기록이 없다.
review-clear-none = 수치에서 이런 점은 나오지 않지만, 그것이 불리함을 뜻하지도 않는다.
review-limit-agreement = 엔진과의 일치는 수의 질을 말할 뿐 어떻게 찾았는지를 말하지 않는다. 강한 기사는 자주 일치하며 어떤 대국에서는 거의 늘 일치한다.
review-limit-chosen = 수치를 본 뒤에 고른 기준이나 구간은 아무것도 증명하지 않는다. 위의 방법은 미리 정했고 변경은 모두 적는다.
review-limit-engine = 다른 엔진, 신경망, 탐색 횟수는 다른 수치를 낸다. 탐색이 적으면 엔진의 선택은 불확실하다.
review-limit-moves = 한 대국의 수는 서로 얽혀 있다. 한 대국의 산포는 수의 개수가 시사하는 것보다 적게 말한다.
review-limit-many = 많은 대국자를 보면 우연만으로도 드문 수치가 나온다. z값은 집단과의 거리만 말할 뿐 원인을 말하지 않는다.
review-limit-time = 시간은 기록에 따른다. 기록이 없으면 불명으로 두고 세지 않는다. 늦게 입력된 누름은 수 사이의 시간을 옮긴다.
review-note-sealed = 봉인됨, 아직 열리지 않음
review-note-none = 아직 없음
review-declined = 질문을 받고 답하지 않기로 함
review-asked = 질문: {$put}
review-conclusion-not-met = 증명 기준에 이르지 못함
review-conclusion-referred = 증거와 함께 결정권자에게 회부
review-conclusion-undetermined = 판단하기에 부족함
review-concluded-by = {$conclusion} (기준: {$standard})
review-rests-on = 근거 항목: {$entries}
review-appeal = 이의신청
review-until = {$date}에 삭제
review-names-blind = 공개될 때까지 대국자를 글자로 부른다.
review-print = 인쇄용 보고서
review-page = 공정 경기 심사
review-looks = 열람 기록
review-looks-said = 이 페이지를 볼 때마다 심사 기록에 남는다.
review-times-strip = 수별 시간
review-recorded = 기록된 수치
review-recorded-none = 아직 기록이 없다.
