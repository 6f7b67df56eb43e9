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

## The arbiter's table

table-title = 심판석
table-own = 담당 대국판
table-others = 다른 대국판
table-boards = 심판을 기다리는 대국판
table-nothing = 기다리는 대국판이 없습니다.
table-no-appeals = 심리 중인 이의신청도, 진행 중인 신청 기한도 없습니다.
table-window = 이의신청 가능
table-confirm = 결과 확인 대기
table-clock-out = 시간 초과(누락된 기록이 없다면)
table-clock-near = 시간이 거의 끝남
table-clock-end = 종료 시각
table-open = 보기
table-since = 대기 시작
urgency-overtime = 시간
urgency-stopped = 대국 중단
urgency-called = 심판 호출
urgency-found = 인정
urgency-clock = 시계
urgency-confirm = 확인 대기

## A case

case-matter = 사건
case-not-signed-in = 판정하려면 먼저 로그인해야 합니다.
case-no-office = 이 대회의 심판만 판정할 수 있습니다.
case-own-game = 자신의 대국은 판정할 수 없습니다.
case-other-board = 이 대국판은 귀하의 담당이 아닙니다.
case-chief-decides = 이것은 심판장이 판정합니다.
case-without-finding = 인정 없는 판정
case-article-missing = 근거 조문을 고르십시오.
case-words-missing = 판정 내용을 짧게 적으십시오.
case-reasons-missing = 이유를 적으십시오. 조문에서 벗어나거나 인정에 근거하지 않은 판정입니다.
case-outcome-missing = 처리 하나를 고르십시오.
case-recorded = 판정 { $ruling } 기록됨(항목 #{ $seq }부터).
case-window-open = 기한 내
case-window-closed = 기한 지남
case-moved-on = 이 양식을 만든 뒤 대국이 진행되었습니다. 아래 효과가 달라졌을 수 있습니다.
case-reload = 다시 만들기
case-called = 누가 제기했나
case-none = 인정에 대한 판정이 아닙니다. 조문을 인용하고 이유를 밝힙니다.
case-earlier = 이 대국의 이전 경고
case-no-warnings = 이 대국에서 경고가 없습니다.
case-rulings = 내려진 판정
case-decide = 판정하기
case-settled = 이 인정은 이미 판정되었습니다. 다시 판정해도 앞선 판정의 처분은 남습니다.
case-again = 다시 판정하기
case-no-session = 이 페이지에서 로그인한 사람만 판정을 기록할 수 있습니다.
case-outcomes = 조문이 허용하는 처리와 그 결과
case-depart = 다른 처리
case-depart-explained = 조문에서 벗어나며, 이탈로 표시되고, 이유가 필요함
case-depart-orders = 다른 처리의 내용
case-orders = 명령 내용
case-words = 판정 요약
case-choose-article = — 조문 선택 —
case-draft-kept = 작성 내용은 기록될 때까지 이 브라우저에 보관됩니다.
case-review = 기록 전 검토
case-answers = 이 판정이 답하는 것
case-not-now = 현재 국면에서는 실행할 수 없음:
case-effect-later = 값을 넣으면 검토 화면에서 효과가 표시됩니다.
case-wrong = 이대로는 받을 수 없습니다
case-no-evidence = 진술이나 증거가 없습니다.
case-restricted = 제한된 증거(관계자에게만 공개): { $count }건
request-open = 답변 대기
request-answered = 판정으로 답변됨
request-void = 기한이 지나 무효
open-to = 옮길 자리
open-from = 옮길 돌의 자리
open-points = 대상 자리
open-entry = 어느 항목
open-game = 새 대국의 ID
open-colour = 어느 쪽
open-black-ms = 흑의 남은 제한시간
open-white-ms = 백의 남은 제한시간
open-black-turn-ms = 흑의 현재 초읽기 사용 시간
open-white-turn-ms = 백의 현재 초읽기 사용 시간
open-black-periods = 흑의 남은 초읽기 횟수
open-white-periods = 백의 남은 초읽기 횟수

## Orders of one's own

own-sides = 경고와 처분
own-stones = 돌과 흑백
own-clocks = 시계
own-game = 대국 전체
own-zi = 계가 때 { $colour }에서 공제
own-time = { $colour } 시간에서 공제
own-from = 옮길 돌의 자리
own-to = 옮길 곳
own-remove = 들어낼 돌의 자리
own-restore = { $colour } 돌을 되돌릴 자리
own-award = 계가 때 { $colour }에 주는 자리
own-left = { $colour }의 남은 제한시간
own-periods = { $colour }의 남은 초읽기 횟수
own-turn = { $colour }의 현재 초읽기 사용 시간
own-result = 결과
own-replay = 재대국의 ID
own-overturn = 취소할 판정
own-zi-form = 1/4자 단위: 1 또는 0.25
own-time-form = 시간(h:mm:ss 또는 m:ss)
own-point-form = 자리(예: D4)
own-points-form = 자리들(예: D4 Q16)
own-number-form = 정수
own-replay-form = 소문자·숫자·하이픈의 ID(예: r1-b1-again)
own-colour-form = black 또는 white
own-wrong = “{ $value }”을(를) 읽을 수 없습니다. 필요한 형식: { $expected }

## What would follow

effect-what = 항목
effect-before = 현재
effect-after = 판정 후
effect-nothing = 판, 시계, 경고, 결과, 순위는 그대로입니다.
effect-second-warning = 두 번째 경고입니다: { $colour } 패.
effect-departure = 조문이 허용하는 것에서 벗어납니다.
effect-ruled-before = 같은 인정에 대한 판정 { $ruling }은 유효하며 효과도 남습니다.
effect-warnings = { $colour }의 경고
effect-clock = { $colour }의 시계
effect-off = 판에서 들어냄: { $colour } { $points }
effect-on = 판에 놓음: { $colour } { $points }
effect-place = { $place }위, { $points }점
effect-more-places = 그 밖에 바뀌는 순위: { $count }
effect-games = 그 밖에 바뀌는 대국:
effect-grounds = 근거를 잃는 결정이나 항목:

## The review before recording

review-title = 기록 전 검토
review-follows = 결과
review-entries = 기록될 항목: { $count }
review-gone-on = 양식을 만든 뒤 기록이 추가되었습니다. 여기 내용은 현재 기준입니다.
review-board-wrong = 이 대국판 번호 { $board }을(를) 입력하십시오.
review-not-confirmed = 확인란을 선택하십시오.
review-read = 기록될 내용을 읽었습니다.
review-confirm = 예, 표시된 대로 판·시계·경고·처분을 바꿉니다.
review-type = 중대한 판정입니다: 승패를 정하거나, 조문에서 벗어나거나, 앞선 판정에 더해집니다. 기록하려면 대국판 번호 { $board }을(를) 입력하십시오
review-record = 기록
review-back = 돌아가서 고치기

## Somebody was quicker

conflict-title = 기록되지 않음: 먼저 기록된 것이 있음
conflict-gone-on = 귀하의 판정 전에 대국이 진행되었습니다.
conflict-ruled = 다른 사람이 먼저 판정했습니다.
conflict-nothing = 귀하의 내용은 기록되지 않았습니다. 둘을 비교한 뒤 결정하십시오.
conflict-theirs = 기록된 내용
conflict-mine = 귀하가 기록하려던 내용
conflict-since = 그사이의 기록
conflict-look = 현재 사건 보기
conflict-again-explained = 다시 판정해도 앞선 판정의 처분은 남습니다.
conflict-again = 그래도 다시 판정하기
conflict-go-on = 현재 대국에서 내 판정 검토하기
tab-board = 판
tab-evidence = 증거
tab-log = 기록
key-case-tab = 판·시계·증거·기록
sheet-print = 판정서 인쇄
appeals-title = 이의신청
appeals-one = 이의신청
appeals-all = 모든 이의신청

## Filing, hearing and deciding appeals

appeals-against = 이에 이의신청
appeals-no-deadline = 규정에 신청 기한이 없습니다.
appeals-in-time-until = 이의신청 기한
appeals-late-since = 신청 기한이 지났습니다. 기한
appeals-who-form = 기사·팀·임원·기관의 ID:
appeals-no-decision = 이의신청 대상을 고르십시오.
appeals-id-form = 소문자·숫자·하이픈, 이 대회에서 유일
appeals-by-missing = 신청인을 적으십시오.
appeals-grounds-missing = 신청 이유를 적으십시오.
appeals-relief-missing = 청구 내용을 적으십시오.
appeals-none = 이의신청이 없습니다.
appeals-late = 기한 후 제출
appeals-who-files = 이의신청은 심판, 심판장 또는 주최자가 접수하여 여기에 등록합니다.
appeals-file = 이의신청 제출
appeals-id = 이의신청 ID
appeals-gone-on = 양식을 만든 뒤 기록이 추가되었습니다. 위를 확인한 뒤 다시 보내십시오.
appeals-recorded = 기록되었습니다.
appeals-deadline = 신청 기한
appeals-in-time = 기한 내 제출
appeals-panel = 중재위원회
appeals-no-panel = 위원회가 아직 구성되지 않았습니다.
appeals-heard = 진술과 증거
appeals-dossier = 기록 인쇄
appeals-next = 다음 절차
appeals-seat = 위원회 구성
appeals-state = 진술 기록
appeals-attach = 증거 첨부
appeals-decide = 결정
appeals-own-ruling = 자신의 판정에 대한 이의신청은 결정할 수 없습니다.
appeals-withdraw = 철회 기록
appeals-own-part = 그 판정에 관여함
appeals-attach-explained = 여기에 첨부하는 증거는 이 대회를 볼 수 있는 모두에게 공개됩니다. 파일을 고르거나, 따로 제출하는 파일의 해시를 적으십시오.
appeals-evidence-id = 증거 ID
appeals-evidence-title = 내용
appeals-evidence-bytes = 크기(바이트)
appeals-evidence-type = 미디어 유형(예: video/mp4)
appeals-withdraw-sure = 신청인이 철회합니다. 기록은 남습니다.
appeals-not-yours = 이 절차는 귀하의 권한이 아닙니다.
appeals-members-missing = 위원을 고르십시오.
appeals-both = { $who }은(는) 위원이면서 회피할 수 없습니다.
appeals-statement-missing = 누가 무엇을 진술했는지 적으십시오.
appeals-file-missing = 파일을 고르거나 SHA-256과 크기를 적으십시오.
appeals-orders-explained = 명령은 전부 또는 일부 인용될 때 실행됩니다. 그 밖에는 원래 판정이 유지됩니다.
appeals-for = 찬성표
appeals-votes-against = 반대표
appeals-reasons-missing = 결정 이유를 적으십시오.
appeals-type = 결정은 이의신청을 끝내며 되돌릴 수 없습니다. 기록하려면 { $mark }을(를) 입력하십시오
appeals-type-wrong = 결정을 기록하려면 { $mark }을(를) 입력하십시오.

## Sheets for paper

sheet-ruling = 판정서
sheet-appeal-form = 이의신청서 인쇄
sheet-do-print = 인쇄
sheet-arbiter = 심판
sheet-chief = 심판장
sheet-made = 작성
sheet-appellant = 신청인 서명
sheet-received = 접수자·일시
sheet-appeal = 이의신청서
